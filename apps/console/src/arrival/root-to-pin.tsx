import type { TrustAnswer } from '@agent-home/http-contract';
import type { RootSet } from '@agent-home/protocol';
import { rootFingerprint } from '@agent-home/protocol';
import { useTranslation } from 'react-i18next';
import { CopiedText } from '../components/copied-text.tsx';
import { Term } from '../glossary/term.tsx';

export const computeFingerprint = (trust: TrustAnswer): string => rootFingerprint(trust.root_set as RootSet);

/** Shows the root that an agent pins. A page cannot vouch for itself: users compare it with the operator's. */
export function RootToPin({ trust }: { trust: TrustAnswer }) {
  const { t } = useTranslation();
  const download = () => {
    const file = new Blob([`${JSON.stringify(trust.root_set, undefined, 2)}\n`], {
      type: 'application/json',
    });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = 'root.json';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <section className="card stack-tight">
      <h2>
        <Term name="root_of_trust">{t('arrival.root')}</Term>
      </h2>
      <p>{t('arrival.root_why')}</p>
      <p className="small">
        <Term name="fingerprint">{t('arrival.fingerprint')}</Term>
      </p>
      <CopiedText text={computeFingerprint(trust)} label={t('arrival.fingerprint')} />
      <p className="small soft">
        {t('arrival.root_compare')} <code>agent-home keys fingerprint</code>
      </p>
      <div>
        <button type="button" className="button" onClick={download}>
          {t('arrival.root_file')}
        </button>
      </div>
    </section>
  );
}
