import { tables } from '@agent-home/database';
import { type AgentCardDraft, canonicalJson, type JsonObject, objectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { enqueueObjects } from '../publication/enqueue-object.ts';
import { cardBody } from './card-body.ts';
import type { AgentRow } from './find-agent.ts';

/** An owner's new content: the card's version rises and the platform certifies it. The same content changes nothing. */
export async function updateCard(
  platform: Platform,
  agentId: string,
  draft: AgentCardDraft,
  principal: { role: 'admin' } | { role: 'owner'; ownerId: string },
): Promise<AgentRow> {
  const cardDraft = canonicalJson(draft as unknown as JsonObject);
  const key = objectKey('agent_card', { agent_id: agentId });
  const { agents } = tables;
  const { agent, changed } = await platform.database.transaction(async (transaction) => {
    const [before] = await transaction.select().from(agents).where(eq(agents.agentId, agentId)).for('update');
    // One answer for "not yours" and "not there": the difference would tell which ids exist.
    if (!before || (principal.role === 'owner' && before.ownerId !== principal.ownerId)) {
      throw new PlatformError('unknown_agent', 'you have no agent with this id');
    }
    if (before.cardDraft === cardDraft) return { agent: before, changed: false };
    const published = before.standing !== 'registered';
    const [after] = await transaction
      .update(agents)
      .set({ cardDraft, cardVersion: before.cardVersion + (published ? 1 : 0) })
      .where(eq(agents.agentId, agentId))
      .returning();
    if (!after) throw new PlatformError('unknown_agent', 'you have no agent with this id');
    if (published)
      await enqueueObjects(transaction, [{ stream: key, objectKey: key, body: cardBody(after) }]);
    return { agent: after, changed: published };
  });
  if (changed) await platform.wake.stream(key);
  return agent;
}
