import { type ListedSpec, type RegisteredKind, specEndpoints } from '@agent-home/http-contract';
import { revealedText } from '@agent-home/protocol';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { QueryResult } from '../components/query-result.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { read } from '../read/api.ts';
import { SpecDiff } from './spec-diff.tsx';
import { specPaths } from './spec-paths.ts';

interface SpecName {
  kind: RegisteredKind;
  name: string;
}

/** Versions of one spec, and the text of one of them or its difference to another. */
export function SpecPage({ kind, name, version }: SpecName & { version?: string }) {
  const { t } = useTranslation('specs');
  const versions = useQuery({
    queryKey: ['specs', kind, name],
    queryFn: ({ signal }) => read(specEndpoints.listVersions, { params: { kind, name } }, signal),
  });
  usePageTitle(`${name} · ${t('title')}`);
  return (
    <div className="stack">
      <p>
        <Link href={specPaths.list}>{t('back')}</Link>
      </p>
      <h1>
        {t(`kind.${kind}`)} <UntrustedText text={name} inline />
      </h1>
      <QueryResult of={versions} missing={<p className="notice">{t('missing')}</p>}>
        {({ items }) => {
          const chosen = items.find((one) => one.version === version) ?? (version ? undefined : items[0]);
          return chosen === undefined ? (
            <p className="notice">{t('missing')}</p>
          ) : (
            <ShownVersion key={chosen.version} chosen={chosen} items={items} />
          );
        }}
      </QueryResult>
    </div>
  );
}

function ShownVersion({ chosen, items }: { chosen: ListedSpec; items: readonly ListedSpec[] }) {
  const { t } = useTranslation('specs');
  const [, navigate] = useLocation();
  const [other, setOther] = useState('');
  const [shownField, otherField] = [useId(), useId()];
  const { kind, name, version, withdrawn_at: withdrawnAt } = chosen;
  const others = items.filter((one) => one.version !== version && one.withdrawn_at === undefined);
  return (
    <>
      <div className="filters">
        <span className="field">
          <label className="small soft" htmlFor={shownField}>
            {t('version')}
          </label>
          <select
            id={shownField}
            value={version}
            onChange={({ target }) => navigate(specPaths.version(kind, name, target.value))}
          >
            {items.map((one) => (
              <option key={one.version} value={one.version}>
                {one.withdrawn_at === undefined ? one.version : `${one.version} (${t('withdrawn')})`}
              </option>
            ))}
          </select>
        </span>
        {others.length === 0 || withdrawnAt !== undefined ? null : (
          <span className="field">
            <label className="small soft" htmlFor={otherField}>
              {t('compare')}
            </label>
            <select id={otherField} value={other} onChange={({ target }) => setOther(target.value)}>
              <option value="">{t('compare_none')}</option>
              {others.map((one) => (
                <option key={one.version} value={one.version}>
                  {one.version}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
      <p className="small soft">
        {t('owner', { owner: chosen.owner_id })} · <RelativeTime at={chosen.registered_at} /> ·{' '}
        <code className="spec-hash">{chosen.sha256}</code>
      </p>
      {withdrawnAt === undefined ? (
        <Contents chosen={chosen} other={other} />
      ) : (
        <p className="notice">
          {t('withdrawn_text')} <RelativeTime at={withdrawnAt} />
        </p>
      )}
    </>
  );
}

function Contents({ chosen: { kind, name, version }, other }: { chosen: ListedSpec; other: string }) {
  const shown = useSpecText({ kind, name }, version);
  const compared = useSpecText({ kind, name }, other);
  return (
    <QueryResult of={shown}>
      {({ content }) =>
        other === '' ? (
          // One element with all lines, because a document has up to 256 KiB.
          <pre className="spec-text" dir="ltr">
            {revealedText(content)}
          </pre>
        ) : (
          <QueryResult of={compared}>
            {({ content: before }) => <SpecDiff before={before} after={content} />}
          </QueryResult>
        )
      }
    </QueryResult>
  );
}

function useSpecText({ kind, name }: SpecName, version: string) {
  return useQuery({
    queryKey: ['specs', kind, name, version],
    queryFn: ({ signal }) => read(specEndpoints.read, { params: { kind, name, version } }, signal),
    enabled: version !== '',
  });
}
