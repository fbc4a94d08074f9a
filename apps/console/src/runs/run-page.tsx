import { lazyPart, Part } from '../components/part.tsx';
import './run-page.css';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { usePageTitle } from '../layout/page-title.ts';
import { type RunTab, runPaths, runTabs } from './parts/run-paths.ts';
import { RunStateBadge } from './parts/run-state-badge.tsx';
import { RunsResult } from './parts/runs-result.tsx';
import { type ShownRun as Run, runQuery, useRunsSource } from './parts/runs-source.ts';
import { useAmounts } from './parts/use-amounts.ts';
import { RunConversation } from './run-conversation.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunRecords } from './run-records.tsx';
import { RunTimeline } from './run-timeline.tsx';

/** Loaded on demand: its library is as large as the views of a run together. */
const RunGraphView = lazyPart(() => import('./graph/run-graph.tsx'));

interface RunPageProps {
  runId: string;
  tab: RunTab;
  record?: number;
  /** Shows more of the run, below its facts. */
  More?: ComponentType<{ run: Run }>;
}

/** One run: its facts, and its conversation, timeline, graph or records. */
export function RunPage({ runId, tab, record = 0, More }: RunPageProps) {
  const { t } = useTranslation('runs');
  const run = useQuery(runQuery(useRunsSource(), runId));
  const { number, overview } = run.data ?? {};
  const title = number === undefined ? t('run') : t('number', { number });
  usePageTitle(overview === undefined ? title : `${title}: ${overview.agent}`);
  return (
    <div className="stack">
      <p>
        <Link href={runPaths.list}>{t('back')}</Link>
      </p>
      <RunsResult of={run}>
        {(found) => (
          <>
            <div className="run-head">
              <h1>
                {title}
                {found.overview === undefined ? null : (
                  <>
                    {' · '}
                    <UntrustedText text={found.overview.agent} inline />
                  </>
                )}
              </h1>
              <span role="status">
                <RunStateBadge state={found.state} code={found.overview?.code} overview={found.overview} />
              </span>
            </div>
            <Faults run={found} />
            <RunFacts run={found} />
            <Progress run={found} />
            {More === undefined ? null : <More run={found} />}
            {found.mirrored?.erasedAt === undefined ? (
              <>
                <Tabs run={found} tab={tab} />
                <Shown run={found} tab={tab} record={record} />
              </>
            ) : null}
          </>
        )}
      </RunsResult>
    </div>
  );
}

function Faults({ run: { fault, is_authentic, overview, verifying } }: { run: Run }) {
  const { t } = useTranslation('runs');
  return (
    <>
      {fault === undefined ? null : (
        <div role="alert" className="notice notice-bad">
          {t('fault', { code: fault.code })} <UntrustedText text={fault.message} inline />
        </div>
      )}
      {is_authentic || verifying ? null : <p className="notice">{t('not_authentic')}</p>}
      {overview?.message === undefined ? null : (
        <div className="notice">
          <UntrustedText text={overview.message} />
        </div>
      )}
    </>
  );
}

/** Progress while the log is being verified: its views then have the records so far. */
function Progress({ run: { verifying } }: { run: Run }) {
  const { t } = useTranslation('runs');
  const { number } = useAmounts();
  return (
    <p role="status" className="small soft" data-verifying={verifying && ''}>
      {verifying === undefined
        ? null
        : t('verifying', { verified: number(verifying.verified), total: number(verifying.records) })}
    </p>
  );
}

function Tabs({ run: { run_id }, tab }: { run: Run; tab: RunTab }) {
  const { t } = useTranslation('runs');
  return (
    <nav className="run-tabs" aria-label={t('tabs')}>
      {runTabs.map((name) => (
        <Link
          key={name}
          href={runPaths.tab(run_id, name)}
          {...(name === tab ? { 'aria-current': 'page' as const } : {})}
        >
          {t(`tab.${name}`)}
        </Link>
      ))}
    </nav>
  );
}

function Shown({ run, tab, record }: { run: Run; tab: RunTab; record: number }) {
  switch (tab) {
    case 'conversation':
      return <RunConversation run={run} />;
    case 'timeline':
      return <RunTimeline runId={run.run_id} />;
    case 'graph':
      return (
        <Part fallback={<Loading />}>
          <RunGraphView run={run} />
        </Part>
      );
    case 'records':
      return <RunRecords key={record} runId={run.run_id} first={record} />;
  }
}

function Loading() {
  const { t } = useTranslation('common');
  return (
    <p role="status" className="soft">
      {t('loading')}
    </p>
  );
}
