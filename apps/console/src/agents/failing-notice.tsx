import { agentEndpoints, type Failing, ownerEndpoints } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { answeringAs } from '../read/answering-as.ts';
import { read } from '../read/api.ts';
import { viewerQuery } from '../read/queries.ts';
import { mayDo } from '../read/rights.ts';
import { runKey } from '../runs/parts/run-key.ts';
import { runPaths } from '../runs/parts/run-paths.ts';

interface Props {
  agentId: string;
  failing: Failing | undefined;
}

/** Notice that the latest runs of an agent failed, with a remedy; empty for others. */
export function FailingNotice({ agentId, failing }: Props) {
  const { t } = useTranslation();
  if (failing === undefined) return null;
  const { code, failed_runs: count, since, run_id: run, remedy } = failing;
  return (
    <p className="notice notice-bad small" data-failing={agentId}>
      {t('agents.failing_runs', { count, code })} <RelativeTime at={since} />.{' '}
      <UntrustedText text={remedy} inline />.{' '}
      <Link href={runPaths.run(runKey(agentId, run))}>{t('agents.failing_latest')}</Link>
    </p>
  );
}

/** The notice on the page of an agent, which only its owner and the office may see. */
export function FailingOnPage({ agentId }: { agentId: string }) {
  const { data: viewer } = useQuery(viewerQuery);
  const isOffice = mayDo(viewer, 'office.read');
  const owner = isOffice ? undefined : answeringAs(viewer);
  const office = useQuery({
    queryKey: ['agent-health', agentId],
    queryFn: ({ signal }) => read(agentEndpoints.showHealth, { params: { agent_id: agentId } }, signal),
    enabled: isOffice,
  });
  // The API refuses the health of another owner's agent, so an owner's own list is read instead.
  const own = useQuery({
    queryKey: ['owner-failing', owner],
    queryFn: ({ signal }) => read(ownerEndpoints.showHome, { query: {} }, signal),
    enabled: owner !== undefined,
  });
  const failing = isOffice
    ? office.data?.failing
    : own.data?.agents.find(({ agent_id: id }) => id === agentId)?.failing;
  return <FailingNotice agentId={agentId} failing={failing} />;
}
