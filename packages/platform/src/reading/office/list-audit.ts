import type { OfficeAuditList, officeAuditQuerySchema } from '@agent-home/http-contract';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { getPage, placeOf, serialSchema } from '../../foundation/text/cursor.ts';

const kinds: Record<string, string> = { topic: 'topics', task: 'tasks', circle: 'circles' };

/** Lists the audit of issued credentials: their agents, their permissions and their expiry. */
export async function officeAudit(
  database: Database,
  query: z.infer<typeof officeAuditQuerySchema>,
): Promise<OfficeAuditList> {
  const { credentialAudit: audit } = tables;
  const after = placeOf(z.tuple([serialSchema]), query.cursor);
  const { agent_id: agentId, container, from, to, limit } = query;
  const opens = sql`exists (select 1 from unnest(${audit.keys}) as opened(key)
    where position(${`${container}/`} in opened.key) in (1, 5, 6))`;
  const rows = await database
    .select()
    .from(audit)
    .where(
      and(
        agentId === undefined ? undefined : eq(audit.agentId, agentId),
        container === undefined ? undefined : opens,
        from === undefined ? undefined : gte(audit.requestedAt, new Date(from)),
        to === undefined ? undefined : lt(audit.requestedAt, new Date(to)),
        after && lt(audit.id, after[0]),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit + 1);
  const { shown, ...next } = getPage(rows, limit, (row) => [row.id]);
  const items = shown.map((row) => ({
    id: row.id,
    agent_id: row.agentId,
    scopes: row.scopes,
    keys: row.keys,
    policy_versions: JSON.parse(row.policyVersions) as Record<string, number>,
    requested_at: row.requestedAt.toISOString(),
    ...(row.expiresAt === null ? {} : { expires_at: row.expiresAt.toISOString() }),
    outcome: row.outcome,
    ...(row.storeRequestId === null ? {} : { store_request_id: row.storeRequestId }),
    ...(row.errorCode === null ? {} : { error_code: row.errorCode }),
  }));
  const places = await placeNames(
    database,
    items.flatMap(({ scopes }) => scopes.flatMap((scope) => placeOfScope(scope) ?? [])),
  );
  return { items, places, ...next };
}

/** Returns the place that a grant of the audit opens, as `topics/hall`; undefined for a grant without a place. */
function placeOfScope(scope: string): string | undefined {
  const [type = '', id] = scope.split(':');
  const kind = kinds[type.split('_')[0] ?? ''];
  return kind !== undefined && id ? `${kind}/${id}` : undefined;
}

/** Returns the titles of places, by their names in the audit. */
async function placeNames(database: Database, places: Iterable<string>): Promise<Record<string, string>> {
  const { circles, tasks, topics } = tables;
  const asked = [...new Set(places)].map((place) => {
    const [kind = '', id = ''] = place.split('/');
    return { kind, id };
  });
  if (asked.length === 0) return {};
  const rows = await database.execute<{ place: string; name: string | null }>(
    sql`select asked.kind || '/' || asked.id as place, case asked.kind
          when 'topics' then (select title from ${topics} where ${topics.topicId} = asked.id)
          when 'tasks' then (select title from ${tasks} where ${tasks.taskId} = asked.id)
          else (select name from ${circles} where ${circles.circleId} = asked.id) end as name
        from json_to_recordset(${jsonParameter(asked)}::json) as asked(kind text, id text)`,
  );
  return Object.fromEntries(rows.flatMap(({ place, name }) => (name === null ? [] : [[place, name]])));
}
