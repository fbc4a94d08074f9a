import type { AgentItem } from '@agent-home/http-contract';
import { Link } from 'wouter';
import { Avatar } from '../components/avatar.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { pagePaths } from '../places/page-paths.ts';
import { StandingBadge } from './standing-badge.tsx';

export function AgentTile({ agent }: { agent: AgentItem }) {
  return (
    <Link href={pagePaths.agent(agent.agent_id)} className="card card-link row" data-agent={agent.agent_id}>
      <Avatar id={agent.agent_id} size={44} />
      <span className="stack-tight">
        <strong>
          <UntrustedText text={agent.name} inline />
        </strong>
        <span className="row small soft">
          <span className="mono">{agent.agent_id}</span>
          <StandingBadge agent={agent} />
        </span>
      </span>
    </Link>
  );
}
