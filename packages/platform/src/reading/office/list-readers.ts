import type { OfficeReaders, officeReadersQuerySchema } from '@agent-home/http-contract';
import { and, asc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Database, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';

const daysAtMost = 8;
const agentsAtMost = 200;
const containersAtMost = 500;

interface HeldRow extends Record<string, unknown> {
  agent_id: string;
  credentials: number;
  reads: boolean;
  writes: boolean;
  held: [string, string][];
}

/**
 * Lists the agents that held a credential for a place in a period, and when, including credentials issued earlier that were still
 * valid. Rows are found by their time of writing, which is the order of the table.
 */
export async function officeReaders(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  { agent_id: agentId, container, from, to }: z.infer<typeof officeReadersQuerySchema>,
): Promise<OfficeReaders> {
  const [start, end] = [new Date(from), new Date(to)];
  const length = end.getTime() - start.getTime();
  if (length <= 0 || length > daysAtMost * 86_400_000)
    throw new PlatformError(
      'invalid_input',
      `the period is empty or longer than ${daysAtMost} days; choose another`,
      {
        path: 'to',
      },
    );
  const containers = container === undefined ? [] : await placesIn(database, container);
  const circleId = container?.startsWith('circles/') ? container.slice('circles/'.length) : undefined;
  const [held, members] = await Promise.all([
    heldBetween(database, { start, end, agentId, containers, lifeSeconds: config.credentialMaximumSeconds }),
    circleId === undefined ? undefined : membersBetween(database, circleId, start, end),
  ]);
  return {
    from: start.toISOString(),
    to: end.toISOString(),
    containers,
    readers: held.slice(0, agentsAtMost).map((row) => ({
      agent_id: row.agent_id,
      credentials: row.credentials,
      reads: row.reads,
      writes: row.writes,
      held: row.held.map(([first, last]) => ({ from: iso(first), to: iso(last) })),
    })),
    ...(members ? { members } : {}),
    cut: held.length > agentsAtMost || containers.length > containersAtMost,
  };
}

const iso = (moment: string) => new Date(moment).toISOString();

/** Returns a place and, for a circle, its topics and tasks. */
async function placesIn(database: Database, container: string): Promise<string[]> {
  if (!container.startsWith('circles/')) return [container];
  const { tasks, topics } = tables;
  const circleId = container.slice('circles/'.length);
  const rows = await database.execute<{ place: string }>(
    sql`(select 'topics/' || topic_id as place from ${topics} where ${topics.circleId} = ${circleId})
        union all (select 'tasks/' || task_id from ${tasks} where ${tasks.circleId} = ${circleId})
        limit ${containersAtMost}`,
  );
  return [container, ...rows.map(({ place }) => place)];
}

/** Converts a grant of the audit (`topic_read:hall`) to the place that it opens. */
const placeOfScope = sql`case split_part(scope, '_', 1) when 'topic' then 'topics/' when 'task' then 'tasks/'
  when 'circle' then 'circles/' else '' end || split_part(scope, ':', 2)`;

async function heldBetween(
  database: Database,
  asked: { start: Date; end: Date; agentId: string | undefined; containers: string[]; lifeSeconds: number },
): Promise<HeldRow[]> {
  const { credentialAudit: audit } = tables;
  const [start, end] = [asked.start.toISOString(), asked.end.toISOString()];
  const earliest = new Date(asked.start.getTime() - asked.lifeSeconds * 1000).toISOString();
  const ends = sql`coalesce(${audit.expiresAt}, ${audit.requestedAt} + make_interval(secs => ${asked.lifeSeconds}))`;
  const places = sql.join(
    asked.containers.map((place) => sql`${place}`),
    sql`, `,
  );
  const isAskedFor: SQL = asked.containers.length === 0 ? sql`true` : sql`${placeOfScope} in (${places})`;
  const rows = await database.execute<HeldRow>(
    sql`with given as (
          select ${audit.agentId} as agent_id, ${audit.requestedAt} as begins, ${ends} as ends, opened.reads, opened.writes
          from ${audit} cross join lateral (
            select bool_or(scope like '%\\_read:%') as reads, bool_or(scope like '%\\_write:%') as writes, count(*) as scopes
            from unnest(${audit.scopes}) as scope where ${isAskedFor}) as opened
          where ${audit.requestedAt} >= ${earliest}::timestamptz and ${audit.requestedAt} < ${end}::timestamptz
            and ${audit.outcome} <> 'failed' and ${ends} > ${start}::timestamptz and opened.scopes > 0
            and ${asked.agentId === undefined ? sql`true` : sql`${audit.agentId} = ${asked.agentId}`}
        ), together as (
          select agent_id, count(*)::integer as credentials, coalesce(bool_or(reads), false) as reads,
            coalesce(bool_or(writes), false) as writes,
            range_agg(tstzrange(greatest(begins, ${start}::timestamptz), greatest(begins, least(ends, ${end}::timestamptz)), '[]'))
              as held
          from given group by agent_id order by agent_id limit ${agentsAtMost + 1}
        )
        select agent_id, credentials, reads, writes, (
          select json_agg(json_build_array(lower(span), upper(span)) order by lower(span)) from unnest(held) as span) as held
        from together order by agent_id`,
  );
  return [...rows];
}

async function membersBetween(database: Database, circleId: string, start: Date, end: Date) {
  const { circleMembers: members } = tables;
  const rows = await database
    .select()
    .from(members)
    .where(
      and(
        eq(members.circleId, circleId),
        lt(members.joinedAt, end),
        or(isNull(members.leftAt), gt(members.leftAt, start)),
      ),
    )
    .orderBy(asc(members.agentId))
    .limit(agentsAtMost);
  return rows.map(({ agentId, role, joinedAt, leftAt }) => ({
    agent_id: agentId,
    role,
    joined_at: joinedAt.toISOString(),
    ...(leftAt === null ? {} : { left_at: leftAt.toISOString() }),
  }));
}
