import './runs-page.css';
import type { ListedRun } from '@agent-home/agent-runtime/run-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { MoreButton } from '../components/more-button.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { Code } from './parts/code.tsx';
import { runPaths } from './parts/run-paths.ts';
import { RunStateBadge } from './parts/run-state-badge.tsx';
import { RunsResult } from './parts/runs-result.tsx';
import { type RunFilters, type RunsListPage, runsQuery, useRunsSource } from './parts/runs-source.ts';
import { useAmounts } from './parts/use-amounts.ts';
import { RunsFilters } from './runs-filters.tsx';

const none: RunFilters = {
  ...{ text: '', agent: '', state: '', tool: '', model: '', code: '', all: '' },
  ...{ since: '', until: '' },
};

/** Runs, newest first, with filters that the address keeps. `Above`: what a home shows of all runs. */
export function RunsPage({ Above }: { Above?: ComponentType<{ agentId: string }> }) {
  const { t } = useTranslation('runs');
  const source = useRunsSource();
  const [filters, change] = useFilters();
  const runs = useInfiniteQuery(runsQuery(source, filters));
  usePageTitle(t('title'));
  return (
    <div className="stack">
      <h1>{t('title')}</h1>
      {Above === undefined ? null : <Above agentId={filters.agent} />}
      <RunsResult of={runs}>
        {({ pages }) => {
          const [first] = pages;
          return first === undefined ? null : (
            <>
              <RunsFilters filters={filters} values={first.values} onChange={change} />
              <Found list={first} />
              <ul className="runs-list">
                {pages
                  .flatMap((page) => page.runs)
                  .map((run) => (
                    <li key={run.run_id}>
                      <RunItem run={run} />
                    </li>
                  ))}
              </ul>
              <MoreButton of={runs} />
            </>
          );
        }}
      </RunsResult>
    </div>
  );
}

/** Returns the filters in the address, and a function that changes one. */
function useFilters(): [RunFilters, (name: keyof RunFilters, value: string) => void] {
  const given = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const filters = { ...none };
  for (const name of Object.keys(none) as (keyof RunFilters)[]) filters[name] = given.get(name) ?? '';
  const change = (name: keyof RunFilters, value: string) => {
    const set = Object.entries({ ...filters, [name]: value }).filter(([, one]) => one !== '');
    navigate(`${runPaths.list}?${new URLSearchParams(set)}`, { replace: true });
  };
  return [filters, change];
}

function Found({ list: { total, unread } }: { list: RunsListPage }) {
  const { t } = useTranslation('runs');
  const { place } = useRunsSource();
  const none = t(place === 'home' ? 'home.none' : 'none');
  return (
    <p role="status" className="soft small">
      {total === 0 && unread === 0 ? none : t('found', { count: total })}
      {unread > 0 ? ` ${t('unread', { count: unread })}` : null}
    </p>
  );
}

function RunItem({
  run: { run_id, number, state, overview, fault, is_authentic, verifying },
}: {
  run: ListedRun;
}) {
  const { t } = useTranslation('runs');
  const { number: toNumber, duration, cost } = useAmounts();
  const usage = overview?.usage;
  return (
    <Link href={runPaths.run(run_id)} className="card card-link runs-item">
      <span className="runs-item-head">
        <span className="runs-item-asked one-line">
          <UntrustedText text={overview?.asked || overview?.agent || run_id} inline />
        </span>
        <RunStateBadge state={state} code={fault?.code ?? overview?.code} overview={overview} />
      </span>
      <span className="runs-item-amounts small soft">
        {number === undefined ? null : <span>{t('number', { number })}</span>}
        {overview === undefined ? (
          <Code text={run_id} />
        ) : (
          <>
            <span>
              {overview.parent === undefined ? null : `${t('delegated_mark')} `}
              <UntrustedText text={overview.agent} inline />
            </span>
            <RelativeTime at={overview.started_at} />
            <span>{duration(overview.duration_ms)}</span>
            <span>{t('calls', { count: usage?.tool_calls ?? 0 })}</span>
            <span>
              {t('tokens', { number: toNumber(overview.usage.input_tokens + overview.usage.output_tokens) })}
            </span>
            {usage?.cost === undefined ? null : <span>{t('cost', { cost: cost(usage.cost) })}</span>}
          </>
        )}
        {verifying === undefined ? null : (
          <span>
            {t('verifying', { verified: toNumber(verifying.verified), total: toNumber(verifying.records) })}
          </span>
        )}
        {is_authentic || verifying ? null : <span className="badge badge-warn">{t('foreign')}</span>}
      </span>
    </Link>
  );
}
