import { type AgentRow, listExposures, type Platform } from '@agent-home/platform';
import { describeAgent } from './describe-agent.ts';

/** Returns the agent's standing, with the access that its credentials still have after an exclusion. */
export async function departedAnswer({ database }: Platform, agent: AgentRow) {
  const isAway = agent.standing === 'suspended' || agent.standing === 'withdrawn';
  const exposed = isAway ? await listExposures(database, { agentId: agent.agentId }) : undefined;
  return { status: 200, answer: { ...describeAgent(agent), ...(exposed ? { exposed } : {}) } };
}
