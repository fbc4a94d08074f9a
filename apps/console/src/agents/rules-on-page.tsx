import { ownerEndpoints } from '@agent-home/http-contract';
import { useQuery } from '@tanstack/react-query';
import { lazyPart, Part } from '../components/part.tsx';
import { needWords } from '../i18n/lazy-texts.ts';
import { answeringAs } from '../read/answering-as.ts';
import { read } from '../read/api.ts';
import { viewerQuery } from '../read/queries.ts';
import { mayDo } from '../read/rights.ts';

const AgentRules = lazyPart(async () => {
  await needWords('fleet');
  return import('../rules/agent-rules.tsx');
});

/** Definition and rules on the page of an agent. The code is loaded only for its owner and the office. */
export function RulesOnPage({ agentId }: { agentId: string }) {
  const { data: viewer } = useQuery(viewerQuery);
  const owner = answeringAs(viewer);
  // The API refuses rules of another owner's agent, so an owner's own list is read first.
  const own = useQuery({
    queryKey: ['owner-failing', owner],
    queryFn: ({ signal }) => read(ownerEndpoints.showHome, { query: {} }, signal),
    enabled: owner !== undefined,
  });
  const isOwn = own.data?.agents.some(({ agent_id: id }) => id === agentId) ?? false;
  if (!isOwn && !mayDo(viewer, 'office.read')) return null;
  return (
    <Part>
      <AgentRules agentId={agentId} isOwn={isOwn} mayBind={isOwn || mayDo(viewer, 'agents')} />
    </Part>
  );
}
