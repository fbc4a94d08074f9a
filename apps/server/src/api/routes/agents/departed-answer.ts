import { type AgentRow, exposuresOf, type Platform } from '@agent-home/platform';
import { describeAgent } from './describe-agent.ts';

/** What became of an agent, with what credentials still open to one that is to open nothing any more. */
export async function departedAnswer({ database }: Platform, agent: AgentRow) {
  const isAway = agent.standing === 'suspended' || agent.standing === 'withdrawn';
  const exposed = isAway ? await exposuresOf(database, { agentId: agent.agentId }) : undefined;
  return { status: 200, answer: { ...describeAgent(agent), ...(exposed ? { exposed } : {}) } };
}
