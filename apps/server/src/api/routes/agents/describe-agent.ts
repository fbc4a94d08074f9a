import type { AgentRow } from '@agent-home/platform';

export function describeAgent(agent: Pick<AgentRow, 'agentId' | 'standing' | 'cardVersion'>) {
  return { agent_id: agent.agentId, standing: agent.standing, card_version: agent.cardVersion };
}

/** Describes the draft of a card: accepted, or accepted without a persona that waits for an admin. */
export function describeDraft(agent: AgentRow) {
  const review = agent.pendingPersona === null ? {} : { persona: 'in_review' as const };
  return { ...describeAgent(agent), ...review };
}
