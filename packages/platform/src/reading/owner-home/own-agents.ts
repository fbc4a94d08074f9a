import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { type Database, type Executor, tables } from '../../database/index.ts';
import { readStoredDraft } from '../../registry/agents/stored-draft.ts';
import { failingColumns } from '../../registry/health/failing-agents.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';

/** Limit of agents of one owner on a page. */
const shownAgents = 100;
/** Number of agents checked for one without an owner. */
const lookedThrough = 1_000;

/** Principal responsible for agents: an owner for its own, an admin for those without an owner. */
export type Answering = Exclude<Viewer, { role: 'anonymous' }>;

function ownedBy(viewer: Answering): SQL {
  const { agents } = tables;
  return viewer.role === 'owner'
    ? sql`${agents.ownerId} = ${viewer.ownerId}`
    : sql`${agents.ownerId} is null`;
}

/** Returns the agents that a viewer is responsible for, except withdrawn ones, in order of registration. */
export async function ownAgents(database: Database, viewer: Answering) {
  const { agentHealth, agents } = tables;
  const newestName = sql<string | null>`(select card.name from card_history as card
    where card.agent_id = "agents"."agent_id" order by card.card_version desc limit 1)`;
  const rows = await database
    .select({
      agentId: agents.agentId,
      keyId: agents.keyId,
      standing: agents.standing,
      cardVersion: agents.cardVersion,
      cardDraft: agents.cardDraft,
      registeredAt: agents.registeredAt,
      suspendedFor: agents.suspendedFor,
      refusedFor: agents.refusedFor,
      refusedAt: agents.refusedAt,
      quotaExceededAt: agents.quotaExceededAt,
      hasPendingPersona: sql<boolean>`${agents.pendingPersona} is not null`,
      certifiedName: newestName,
      health: failingColumns(),
    })
    .from(agents)
    .leftJoin(agentHealth, eq(agentHealth.agentId, agents.agentId))
    .where(and(ownedBy(viewer), ne(agents.standing, 'withdrawn')))
    .orderBy(asc(agents.registeredAt), asc(agents.agentId))
    .limit(shownAgents);
  return rows.map(({ cardDraft, ...row }) => ({
    ...row,
    name: row.certifiedName ?? readStoredDraft(cardDraft).name,
  }));
}
export type OwnAgentRow = Awaited<ReturnType<typeof ownAgents>>[number];

/** Returns true if some of the first agents have no owner. */
export async function hasOwnerlessAgents(executor: Executor): Promise<boolean> {
  const { agents } = tables;
  const [row] = await executor.execute<{ found: boolean }>(
    sql`select exists (
          select 1 from (
            select owner_id, standing from ${agents} order by registered_at, agent_id limit ${lookedThrough}) as first
          where owner_id is null and standing <> 'withdrawn') as found`,
  );
  return row?.found === true;
}
