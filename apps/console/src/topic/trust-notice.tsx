import { useTranslation } from 'react-i18next';
import { Moment } from '../parts/moment.tsx';
import { forgetTrust } from '../proof/kept-trust.ts';
import type { ProofSnapshot } from '../proof/topic-proofs.ts';
import { wordKey } from './words/word-key.ts';

/** On whose keys everything here rests, how far the verification is, and, loudly, what is wrong. */
export function TrustNotice({ snapshot }: { snapshot: ProofSnapshot }) {
  const { t } = useTranslation('topic');
  const { trust, progress, alarms, problem } = snapshot;
  const isDone = progress && progress.certified >= progress.published;
  return (
    <div className="stack-tight">
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
      <details className="small trust">
        <summary>
          {progress ? (
            <span data-progress={isDone ? 'done' : 'going'}>
              {isDone
                ? t('progress.done', { count: progress.published })
                : t('progress.going', { done: progress.certified, count: progress.published })}
            </span>
          ) : (
            t('progress.starting')
          )}{' '}
          {progress && !isDone ? (
            <progress value={progress.certified} max={progress.published} aria-label={t('progress.label')} />
          ) : null}
        </summary>
        {trust ? (
          <div className="stack-tight trust-facts">
            <p>{t(trust.isFirstUse ? 'trust.first' : 'trust.pinned', { issuer: trust.issuer })}</p>
            <p>
              {t('trust.root', { version: trust.rootVersion })} <code>{trust.fingerprint}</code>
            </p>
            <p>
              {trust.currentAt === undefined ? (
                <span className="badge badge-warn">{t('trust.stale')}</span>
              ) : (
                <>
                  {t('trust.current')} <Moment at={trust.currentAt} />
                </>
              )}
            </p>
          </div>
        ) : null}
      </details>
    </div>
  );
}

/** The only way to another root that does not follow from the pinned one: somebody wants it, knowing what it is. */
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
