import {
  type AgentCardDraft,
  agentCardDraftSchema,
  type JsonObject,
  promptViewOf,
} from '@agent-home/protocol';

/** The agent card the platform certifies: the owner's draft and what the platform adds to it. */
export function cardBody(agent: {
  agentId: string;
  cardVersion: number;
  publicKey: string;
  cardDraft: string;
}): JsonObject {
  const draft: AgentCardDraft = agentCardDraftSchema.parse(JSON.parse(agent.cardDraft));
  return {
    ...(draft as unknown as JsonObject),
    kind: 'agent_card',
    schema_version: 1,
    agent_id: agent.agentId,
    card_version: agent.cardVersion,
    prompt_view: promptViewOf(draft),
    agent_public_key: agent.publicKey,
  };
}
