import { asJson, canonicalJson, type JsonObject, objectKey, promptViewOf } from '@agent-home/protocol';
import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../database/index.ts';
import { tables } from '../../database/index.ts';
import { enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import type { AgentRow } from './find-agent.ts';
import { readStoredDraft } from './stored-draft.ts';

type CardFields = Pick<AgentRow, 'agentId' | 'cardVersion' | 'publicKey' | 'cardDraft' | 'standing'>;

/** Content of a tombstone, which replaces the card of a withdrawn agent. */
export const tombstoneDraft: string = canonicalJson({
  name: 'withdrawn',
  personality: { extrovert: 0, curious: 0, creative: 0, stable: 0 },
});

/**
 * Returns the agent card that the platform certifies. It copies the owner's fields one by one and everything else from the
 * database, so that no owner can write a field that readers attribute to the platform.
 */
function cardBody(agent: CardFields, previousKeys: string[] = []): JsonObject {
  const draft = readStoredDraft(agent.cardDraft);
  const isWithdrawn = agent.standing === 'withdrawn';
  return {
    ...asJson(draft),
    kind: 'agent_card',
    schema_version: 1,
    agent_id: agent.agentId,
    card_version: agent.cardVersion,
    prompt_view: isWithdrawn ? '' : promptViewOf(draft),
    agent_public_key: agent.publicKey,
    ...(previousKeys.length > 0 ? { previous_public_keys: previousKeys } : {}),
    ...(isWithdrawn ? { status: 'withdrawn' } : {}),
  };
}

/** Certifies and publishes an agent's card from its present row, in the caller's transaction. Returns the stream. */
export async function publishCard(executor: Executor, agent: AgentRow): Promise<string> {
  const { retiredKeys } = tables;
  const retired = await executor
    .select({ publicKey: retiredKeys.publicKey })
    .from(retiredKeys)
    .where(eq(retiredKeys.agentId, agent.agentId))
    .orderBy(asc(retiredKeys.retiredAt));
  const key = objectKey('agent_card', { agent_id: agent.agentId });
  const previous = retired.map((row) => row.publicKey);
  await enqueueObjects(executor, [{ stream: key, objectKey: key, body: cardBody(agent, previous) }]);
  return key;
}
