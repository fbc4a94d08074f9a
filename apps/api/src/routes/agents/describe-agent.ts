import type { AgentRow } from '@agent-home/platform';

export function describeAgent(agent: Pick<AgentRow, 'agentId' | 'standing' | 'cardVersion'>) {
  return { agent_id: agent.agentId, standing: agent.standing, card_version: agent.cardVersion };
}
