import { type ListedSpec, specEndpoints } from '@agent-home/http-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { MoreButton } from '../components/more-button.tsx';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { read } from '../read/api.ts';
import { specPaths } from './spec-paths.ts';

const specsQuery = {
  queryKey: ['specs'],
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) =>
    read(specEndpoints.list, { query: pageParam === undefined ? {} : { cursor: pageParam } }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: { next_cursor?: string | undefined }) => next_cursor,
};

/** Registered versions of agents, tools and policies, by kind and name. */
export function SpecsPage() {
  const { t } = useTranslation('specs');
  const specs = useInfiniteQuery(specsQuery);
  usePageTitle(t('title'));
  return (
    <div className="stack">
      <h1>{t('title')}</h1>
      <p className="soft">{t('about')}</p>
      <QueryResult of={specs}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <p className="soft">{t('none')}</p>;
          return (
            <>
              <ul className="stack-tight">
                {items.map((spec) => (
                  <li key={`${spec.kind} ${spec.name} ${spec.version}`}>
                    <SpecItem spec={spec} />
                  </li>
                ))}
              </ul>
              <MoreButton of={specs} />
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}

function SpecItem({ spec }: { spec: ListedSpec }) {
  const { t } = useTranslation('specs');
  const { kind, name, version, owner_id: owner, withdrawn_at: withdrawnAt } = spec;
  return (
    <div className="card stack-tight" data-spec={`${kind} ${name} ${version}`}>
      <p className="row">
        <span className="badge">{t(`kind.${kind}`)}</span>
        <Link href={specPaths.version(kind, name, version)}>
          <UntrustedText text={`${name} ${version}`} inline />
        </Link>
        {withdrawnAt === undefined ? null : <span className="badge badge-warn">{t('withdrawn')}</span>}
        <span className="small soft">
          {t('owner', { owner })} · <RelativeTime at={spec.registered_at} />
        </span>
      </p>
      <code className="small soft spec-hash">{spec.sha256}</code>
    </div>
  );
}
