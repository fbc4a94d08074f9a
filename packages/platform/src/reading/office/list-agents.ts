import type { OfficeAgentList, officeAgentQuerySchema } from '@agent-home/http-contract';
import { and, asc, eq, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, getLongestParts, tables } from '../../database/index.ts';
import { getPage, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import { refusalOf } from '../../registry/agents/find-agent.ts';
import { readStoredDraft, readStoredPersona } from '../../registry/agents/stored-draft.ts';
import { failingColumns, toFailing } from '../../registry/health/failing-agents.ts';
import { containing, plain } from '../views/containing.ts';

const placeSchema = z.tuple([momentSchema, nameSchema]);

/** Lists agents with the texts of their owners, for admins who decide about them. */
export async function officeAgents(
  database: Database,
  query: z.infer<typeof officeAgentQuerySchema>,
): Promise<OfficeAgentList> {
  const { agentHealth, agents } = tables;
  const after = placeOf(placeSchema, query.cursor);
  const { standing } = query;
  const rows = await database
    .select({ row: agents, health: failingColumns() })
    .from(agents)
    .leftJoin(agentHealth, eq(agentHealth.agentId, agents.agentId))
    .where(
      and(
        // A range with a single value instead of an equality: only the index that begins with the standing then has the order, so
        // the few suspended agents are not searched among all.
        standing && and(gte(agents.standing, standing), lte(agents.standing, standing)),
        query.owner_id === undefined ? undefined : eq(agents.ownerId, query.owner_id),
        query.refused === undefined
          ? undefined
          : (query.refused === 'true' ? isNotNull : isNull)(agents.refusedAt),
        query.q === undefined ? undefined : matchesNameOrId(query.q),
        after && sql`(${agents.registeredAt}, ${agents.agentId}) > (${after[0]}::timestamptz, ${after[1]})`,
      ),
    )
    .orderBy(...(standing ? [asc(agents.standing)] : []), asc(agents.registeredAt), asc(agents.agentId))
    .limit(query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, ({ row }) => [
    row.registeredAt.toISOString(),
    row.agentId,
  ]);
  return { items: shown.map(toItem), ...next };
}

/** Matches agents whose id or certified name contains the text. */
function matchesNameOrId(asked: string): SQL {
  const { agents } = tables;
  const [pattern, parts] = [containing(asked), getLongestParts(plain(asked))];
  return sql`${agents.agentId} in (
    select named.agent_id from agents as named
    where parts_of(named.agent_id) @> ${parts} and named.agent_id ilike ${pattern}
    union
    select named.agent_id from card_history as named
    where parts_of(named.name) @> ${parts} and named.name ilike ${pattern})`;
}

interface Shown {
  row: typeof tables.agents.$inferSelect;
  health: Parameters<typeof toFailing>[0];
}

function toItem({ row, health }: Shown): OfficeAgentList['items'][number] {
  const failing = toFailing(health);
  const moment = (at: Date | null, name: string) => (at === null ? {} : { [name]: at.toISOString() });
  return {
    agent_id: row.agentId,
    ...(row.ownerId === null ? {} : { owner_id: row.ownerId }),
    standing: row.standing,
    key_id: row.keyId,
    card_version: row.cardVersion,
    card_draft: readStoredDraft(row.cardDraft),
    ...(row.pendingPersona === null ? {} : { pending_persona: readStoredPersona(row.pendingPersona) }),
    registered_at: row.registeredAt.toISOString(),
    ...moment(row.admittedAt, 'admitted_at'),
    ...(row.suspendedFor === null ? {} : { suspended_for: row.suspendedFor }),
    ...refusalOf(row),
    ...moment(row.withdrawnAt, 'withdrawn_at'),
    ...moment(row.quotaExceededAt, 'quota_exceeded_at'),
    ...(failing ? { failing } : {}),
  };
}
