import './trust-notice.css';
import { useTranslation } from 'react-i18next';
import { forgetTrust } from '../proof/kept-trust.ts';
import type { ProofSnapshot } from '../proof/topic-proofs.ts';
import { wordKey } from './words/word-key.ts';

/** Prominent notice of alarms and problems; renders nothing if there are none. */
export function TrustNotice({ snapshot: { alarms, problem } }: { snapshot: ProofSnapshot }) {
  const { t } = useTranslation('topic');
  if (alarms.length === 0 && problem === undefined) return null;
  return (
    <div className="stack-tight topic-alarms">
      {alarms.map((alarm) => (
        <div key={alarm.code} role="alert" className="notice notice-bad" data-alarm={alarm.code}>
          <p>
            <strong>{t('alarm.title')}</strong> {t(wordKey('code', alarm.code), { code: alarm.code })}
          </p>
          <p className="small">
            <code>{alarm.where}</code> — {alarm.detail}
          </p>
          {alarm.code === 'untrusted_root' ? <ForgetRoot /> : null}
        </div>
      ))}
      {problem === undefined ? null : (
        <p role="alert" className="notice notice-bad">
          {t(wordKey('problem', problem), { code: problem, ns: 'common' })}
        </p>
      )}
    </div>
  );
}

/** Forgets the pinned root. Only this explicit choice of the user accepts a root that does not follow from it. */
function ForgetRoot() {
  const { t } = useTranslation('topic');
  return (
    <details>
      <summary>{t('trust.forget')}</summary>
      <p>{t('trust.forget_why')}</p>
      <button
        type="button"
        className="button button-danger"
        onClick={() => {
          forgetTrust();
          location.reload();
        }}
      >
        {t('trust.forget_do')}
      </button>
    </details>
  );
}
