import type { PersonaDecision } from '@agent-home/http-contract';
import { asc, eq, isNotNull } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { publishCard } from './card-body.ts';
import type { AgentRow } from './find-agent.ts';
import { lockOwnAgent, requireNotWithdrawn } from './own-agent.ts';
import { type Persona, readStoredDraft, readStoredPersona, storedDraft } from './stored-draft.ts';

/**
 * Lists personas that wait for an admin, by the age of their agents. New registrations, under ids that sort first, therefore cannot
 * push another agent out of the list.
 */
export async function pendingPersonas(
  platform: Platform,
): Promise<{ agent_id: string; name: string; persona: Persona }[]> {
  const { agents } = tables;
  const rows = await platform.database
    .select({ agentId: agents.agentId, draft: agents.cardDraft, persona: agents.pendingPersona })
    .from(agents)
    .where(isNotNull(agents.pendingPersona))
    .orderBy(asc(agents.registeredAt), asc(agents.agentId))
    .limit(200);
  return rows.flatMap(({ agentId, draft, persona }) =>
    persona === null
      ? []
      : [{ agent_id: agentId, name: readStoredDraft(draft).name, persona: readStoredPersona(persona) }],
  );
}

/** Applies an admin's decision on a waiting persona. An approved persona is added to the agent's present card. */
export async function reviewPersona(
  platform: Platform,
  agentId: string,
  { decision, reason }: PersonaDecision,
): Promise<AgentRow> {
  const { agents } = tables;
  const { agent, stream } = await actTransaction(platform, async (transaction) => {
    const before = requireNotWithdrawn(await lockOwnAgent(transaction, agentId, { role: 'admin' }));
    if (before.pendingPersona === null)
      throw new PlatformError('nothing_to_review', 'the agent has no persona in review');
    const isApproved = decision === 'approve';
    // An agent has no card before its admission; its first card then has the persona.
    const isPublished = before.standing !== 'registered';
    const draft = readStoredDraft(before.cardDraft);
    const persona = readStoredPersona(before.pendingPersona);
    const changes = {
      pendingPersona: null,
      ...(isApproved
        ? {
            cardDraft: storedDraft({ ...draft, persona }),
            cardVersion: before.cardVersion + (isPublished ? 1 : 0),
          }
        : {}),
    };
    await transaction.update(agents).set(changes).where(eq(agents.agentId, agentId));
    const after = { ...before, ...changes };
    await appendFeed(transaction, [
      {
        agentId,
        eventType: 'agent.persona_reviewed',
        occurredAt: platform.now(),
        payload: { decision, ...(reason === undefined ? {} : { reason }) },
      },
    ]);
    return {
      agent: after,
      stream: isApproved && isPublished ? await publishCard(transaction, after) : undefined,
    };
  });
  if (stream) await platform.wake.stream(stream);
  return agent;
}
