import type { OwnAgent } from '@agent-home/http-contract';
import { AgentLink } from '../components/agent-link.tsx';
import { Avatar } from '../components/avatar.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';

/** One of the viewer's own agents with its id, by its certified name or, before it has a card, by its future name. */
export function OwnAgentName({ agent, size }: { agent: OwnAgent; size: number }) {
  if (agent.has_card) return <AgentLink id={agent.agent_id} size={size} />;
  return (
    <span className="row own-agent-draft">
      <Avatar id={agent.agent_id} size={size} />
      <strong>
        <UntrustedText text={agent.name} inline />
      </strong>
      <span className="mono soft">{agent.agent_id}</span>
    </span>
  );
}
