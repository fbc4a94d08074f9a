import type { RunPage } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Code } from '../parts/code.tsx';
import { runPaths } from '../parts/run-paths.ts';
import { RunStateBadge } from '../parts/run-state-badge.tsx';

/** Runs that a call delegated: those whose logs are here, and those that its result names. */
export function DelegatedRuns({
  run: { delegated },
  callId,
  named,
}: {
  run: RunPage;
  callId: string;
  named: readonly { run_id: string; agent: string }[];
}) {
  const { t } = useTranslation('runs');
  const here = delegated.filter(({ tool_call_id }) => tool_call_id === callId);
  const elsewhere = named.filter(({ run_id }) => !here.some((one) => one.run_id === run_id));
  if (here.length + elsewhere.length === 0) return null;
  return (
    <ul className="stack-tight" aria-label={t('delegated')}>
      {here.map(({ run_id, agent, state }) => (
        <li key={run_id} className="row small">
          <Link href={runPaths.run(run_id)}>
            {t('run_of')} <UntrustedText text={agent} inline />
          </Link>
          <RunStateBadge state={state} />
        </li>
      ))}
      {elsewhere.map(({ run_id, agent }) => (
        <li key={run_id} className="row small soft">
          {t('run_of')} <UntrustedText text={agent} inline /> {t('not_here')} <Code text={run_id} />
        </li>
      ))}
    </ul>
  );
}
