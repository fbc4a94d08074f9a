import type { RunList, runListQuerySchema } from '@agent-home/http-contract';
import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../database/index.ts';
import { getPage, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import type { Actor } from '../../registry/agents/own-agent.ts';
import { isVisible } from '../../registry/runs/visible-runs.ts';
import { containing } from '../views/containing.ts';
import { toRun } from './show-run.ts';

type Query = z.infer<typeof runListQuerySchema>;

const placeSchema = z.tuple([momentSchema, nameSchema, nameSchema]);
/** Most values of one filter. */
const mostValues = 200;

/** Returns a page of the runs that the actor may see, newest first. */
export async function listRuns(database: Database, actor: Actor, query: Query): Promise<RunList> {
  const { runs } = tables;
  const after = placeOf(placeSchema, query.cursor);
  const matching = and(isVisible(actor), ...filters(query));
  const [rows, [counted], values] = await Promise.all([
    database
      .select()
      .from(runs)
      .where(
        and(
          matching,
          after &&
            sql`(${runs.startedAt}, ${runs.agentId}, ${runs.runId}) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]})`,
        ),
      )
      .orderBy(desc(runs.startedAt), desc(runs.agentId), desc(runs.runId))
      .limit(query.limit + 1),
    database.select({ total: sql<number>`count(*)::integer` }).from(runs).where(matching),
    collectValues(database, actor),
  ]);
  const { shown, ...next } = getPage(rows, query.limit, (row) => [
    row.startedAt.toISOString(),
    row.agentId,
    row.runId,
  ]);
  return { items: shown.map(toRun), total: counted?.total ?? 0, values, ...next };
}

function filters(query: Query): (SQL | undefined)[] {
  const { runs } = tables;
  const { agent_id, state, tool, model, code, q, since, until, trace, parent, delegated } = query;
  const pattern = q === undefined ? undefined : containing(q);
  return [
    agent_id === undefined ? undefined : eq(runs.agentId, agent_id),
    state === undefined ? undefined : eq(runs.state, state),
    tool === undefined ? undefined : sql`${tool} = any(${runs.tools})`,
    model === undefined ? undefined : sql`${model} = any(${runs.models})`,
    code === undefined ? undefined : eq(runs.code, code),
    since === undefined ? undefined : gte(runs.startedAt, new Date(since)),
    until === undefined ? undefined : lt(runs.startedAt, new Date(until)),
    trace === undefined ? undefined : eq(runs.traceId, trace),
    parent === undefined ? undefined : eq(runs.parentRunId, parent),
    delegated === undefined ? undefined : (delegated === 'true' ? isNotNull : isNull)(runs.parentRunId),
    pattern === undefined
      ? undefined
      : sql`(${runs.runId} ilike ${pattern} or ${runs.agentId} ilike ${pattern} or ${runs.agentName} ilike ${pattern}
        or ${runs.asked} ilike ${pattern})`,
  ];
}

/** Returns the values that filters can have, of all runs that the actor may see. */
async function collectValues(database: Database, actor: Actor): Promise<RunList['values']> {
  const { runs } = tables;
  const scope = isVisible(actor) ?? sql`true`;
  const list = async (value: SQL) => {
    const rows = await database.execute<{ value: string }>(
      sql`select distinct value from (select ${value} as value from ${runs} where ${scope}) as found
          where value is not null order by value limit ${mostValues}`,
    );
    return rows.map((row) => row.value);
  };
  const [agents, tools, models, codes] = await Promise.all([
    list(sql`${runs.agentId}`),
    list(sql`unnest(${runs.tools})`),
    list(sql`unnest(${runs.models})`),
    list(sql`${runs.code}`),
  ]);
  return { agents, tools, models, codes };
}
