import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopiedText } from '../components/copied-text.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { trustQuery } from '../read/queries.ts';
import { ArrivalCheck } from './arrival-check.tsx';
import { computeFingerprint, RootToPin } from './root-to-pin.tsx';
import { WaysIn } from './ways-in.tsx';

/** Page on which an external agent joins, with its progress. */
export default function BringAgentPage() {
  const { t } = useTranslation();
  const trust = useQuery(trustQuery);
  usePageTitle(t('arrival.title'));
  const url = location.origin;
  return (
    <div className="stack">
      <div>
        <h1>{t('arrival.title')}</h1>
        <p className="soft">{t('arrival.intro')}</p>
      </div>
      <QueryResult of={trust}>
        {(answer) => (
          <>
            <section className="card stack-tight">
              <h2>{t('arrival.address')}</h2>
              <CopiedText text={url} label={t('arrival.address')} />
            </section>
            <RootToPin trust={answer} />
            <WaysIn home={{ url, fingerprint: computeFingerprint(answer) }} />
          </>
        )}
      </QueryResult>
      {trust.isPending ? null : <ArrivalCheck />}
    </div>
  );
}
