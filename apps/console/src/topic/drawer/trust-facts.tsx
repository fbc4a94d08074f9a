import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Term } from '../../glossary/term.tsx';
import type { ProofSnapshot } from '../../proof/topic-proofs.ts';
import { ObjectBadge } from './object-badge.tsx';

/** Progress of the verification, its root of trust, and the keys. */
export function TrustFacts({ snapshot }: { snapshot: ProofSnapshot }) {
  const { t } = useTranslation('topic');
  const { trust, progress, failed, objects } = snapshot;
  const isDone = progress && progress.settled >= progress.published;
  return (
    <div className="stack">
      <p>{t('trust.what')}</p>
      <p className="row small">
        {(['ledger', 'certified', 'hash_chain', 'replay', 'root_of_trust', 'fingerprint'] as const).map(
          (name) => (
            <Term key={name} name={name}>
              {t(`words.${name}`, { ns: 'around' })}
            </Term>
          ),
        )}
      </p>
      <p>
        {progress
          ? isDone
            ? t('progress.done', { count: progress.published })
            : t('progress.going', { done: progress.settled, count: progress.published })
          : t('progress.starting')}
      </p>
      {progress && !isDone ? (
        <progress
          className="trust-progress"
          value={progress.settled}
          max={Math.max(1, progress.published)}
          aria-label={t('progress.label')}
        />
      ) : null}
      {failed > 0 ? <p className="notice notice-bad">{t('mark.bad', { count: failed })}</p> : null}
      <p className="row">
        <ObjectBadge of={objects?.manifest} what={t('object.manifest')} />
        <ObjectBadge of={objects?.state} what={t('object.state')} />
      </p>
      {trust ? (
        <div className="stack-tight small">
          <p>{t(trust.isFirstUse ? 'trust.first' : 'trust.pinned', { issuer: trust.issuer })}</p>
          <p>
            {t('trust.root', { version: trust.rootVersion })} <code>{trust.fingerprint}</code>
          </p>
          <p>
            {trust.currentAt === undefined ? (
              <span className="badge badge-warn">{t('trust.stale')}</span>
            ) : (
              <>
                {t('trust.current')} <RelativeTime at={trust.currentAt} />
              </>
            )}
          </p>
        </div>
      ) : null}
    </div>
  );
}
