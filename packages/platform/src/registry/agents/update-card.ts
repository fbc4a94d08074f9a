import type { AgentCardDraft } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { claimedName } from '../names/claimed-name.ts';
import { publishCard } from './card-body.ts';
import { requireDistinctName } from './distinct-name.ts';
import type { AgentRow } from './find-agent.ts';
import { type Actor, lockOwnAgent, requireNotWithdrawn } from './own-agent.ts';
import { withReviewedPersona } from './reviewed-persona.ts';
import { draftColumns, readStoredDraft } from './stored-draft.ts';

/**
 * Stores an owner's new content: the card's version increases and the platform certifies it. Unchanged content has no effect. A
 * persona changed by an owner waits for an admin, while the rest of the card is published at once.
 */
export async function updateCard(
  platform: Platform,
  agentId: string,
  asked: AgentCardDraft,
  actor: Actor,
): Promise<AgentRow> {
  const { agents } = tables;
  const { agent, stream } = await actTransaction(platform, async (transaction) => {
    const draft = { ...asked, name: claimedName(asked.name) };
    const before = requireNotWithdrawn(await lockOwnAgent(transaction, agentId, actor));
    const isPublished = before.standing !== 'registered';
    const { draft: passed, pending } =
      actor.role === 'owner'
        ? withReviewedPersona(draft, readStoredDraft(before.cardDraft).persona)
        : { draft, pending: null };
    const columns = draftColumns(passed);
    const { cardDraft } = columns;
    if (before.cardDraft === cardDraft && before.pendingPersona === pending)
      return { agent: before, stream: undefined };
    await requireDistinctName(transaction, { agentId, name: draft.name });
    const isNew = isPublished && before.cardDraft !== cardDraft;
    const cardVersion = before.cardVersion + (isNew ? 1 : 0);
    const changes = { ...columns, cardVersion, pendingPersona: pending };
    await transaction.update(agents).set(changes).where(eq(agents.agentId, agentId));
    const after = { ...before, ...changes };
    return { agent: after, stream: isNew ? await publishCard(transaction, after) : undefined };
  });
  if (stream) await platform.wake.stream(stream);
  return agent;
}
