import type { FindableAgent, findAgentsQuerySchema } from '@agent-home/http-contract';
import { objectKey } from '@agent-home/protocol';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { getCursor, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import { getTag } from '../../publication/outbox/card-columns.ts';
import { onlineAgents } from '../../reading/views/online-agents.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { requireMember } from './list-circle-objects.ts';

const byIdSchema = z.tuple([nameSchema]);
const byTimeSchema = z.tuple([momentSchema, nameSchema]);

type Query = z.infer<typeof findAgentsQuerySchema>;
type FoundRow = { agent_id: string; card_version: number; version: number; updated_at: string };

/** Time for which the online agents are cached, since snapshots are minutes apart and each lists all of them. */
const onlineForMs = 1_000;

export type ListAgents = (
  agent: AgentRow,
  query: Query,
  now: Date,
) => Promise<{ agents: FindableAgent[]; next?: string }>;

export function createAgentLister(database: Database): ListAgents {
  let known: { online: Promise<ReadonlyMap<string, string>>; until: number } | undefined;
  const findOnline = (now: Date) => {
    if (known === undefined || performance.now() >= known.until) {
      const online = onlineAgents(database, now);
      known = { online, until: performance.now() + onlineForMs };
      online.catch(() => {
        known = undefined;
      });
    }
    return known.online;
  };
  return async (agent, query, now) => listAgents(database, agent, query, await findOnline(now));
}

/**
 * Lists admitted agents with a card in the bucket, by id or by the card's publication time, for agents on a
 * store without listing. Returns the keys of the cards; their certified content is in the bucket.
 * @throws PlatformError `not_found` for a circle that the requesting agent is not in
 */
async function listAgents(
  database: Database,
  agent: AgentRow,
  query: Query,
  online: ReadonlyMap<string, string>,
): Promise<{ agents: FindableAgent[]; next?: string }> {
  if (agent.standing !== 'admitted') return { agents: [] };
  if (query.circle_id !== undefined) await requireMember(database, agent, query.circle_id);
  const byTime = query.updated_since !== undefined;
  const rows = await database.execute<FoundRow>(agentsStatement(query, [...online.keys()]));
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    agents: shown.map((row) => ({
      agent_id: row.agent_id,
      object_key: objectKey('agent_card', { agent_id: row.agent_id }),
      card_version: row.card_version,
      version: row.version,
      updated_at: row.updated_at,
      online: online.has(row.agent_id),
    })),
    ...(last ? { next: getCursor(byTime ? [last.updated_at, last.agent_id] : [last.agent_id]) } : {}),
  };
}

/** Selects one row more than a page has, which shows if another page follows. */
export function agentsStatement(query: Query, onlineIds: readonly string[]): SQL {
  const { agents, certifiedCards, circleMembers } = tables;
  const { after: cursor, circle_id: circleId, capability, interest, online, updated_since: since } = query;
  const [column, time] = [sql`card.agent_id`, sql`card.updated_at`];
  const conditions = [sql`agent.standing = 'admitted'`];
  if (since === undefined) {
    const place = placeOf(byIdSchema, cursor);
    // Both conditions are needed, since the database infers neither from the other.
    if (place) conditions.push(sql`${column} > ${place[0]} and agent.agent_id > ${place[0]}`);
  } else {
    const place = placeOf(byTimeSchema, cursor);
    conditions.push(sql`${time} >= ${since}::timestamptz`);
    if (place) conditions.push(sql`(${time}, ${column}) > (${place[0]}::timestamptz, ${place[1]})`);
  }
  if (capability !== undefined) conditions.push(hasTag(getTag('capability', capability)));
  if (interest !== undefined) conditions.push(hasTag(getTag('interest', interest)));
  if (circleId !== undefined)
    conditions.push(
      sql`${column} in (select agent_id from ${circleMembers} where circle_id = ${circleId} and left_at is null)`,
    );
  if (online !== undefined) {
    const isIn = online === 'true' ? sql`in` : sql`not in`;
    conditions.push(
      sql`${column} ${isIn} (select json_array_elements_text(${jsonParameter(onlineIds)}::json))`,
    );
  }
  return sql`select card.agent_id, card.card_version, card.version,
      to_char(card.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
    from ${certifiedCards} as card join ${agents} as agent on agent.agent_id = card.agent_id
    where ${sql.join(conditions, sql` and `)}
    order by ${since === undefined ? column : sql`${time}, ${column}`} limit ${query.limit + 1}`;
}

function hasTag(tag: string): SQL {
  return sql`card.tags @> array[${tag}]::text[]`;
}
