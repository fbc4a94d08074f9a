import { type Database, tables } from '@agent-home/database';
import type { OfficeAuditList, officeAuditQuerySchema } from '@agent-home/http-contract';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { pageOf, placeOf, serialSchema } from '../../foundation/text/cursor.ts';
import { placeNames, placeOfScope } from './place-names.ts';

/** The audit of credentials that were handed out: to whom, what they open, until when. */
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
  const { shown, ...next } = pageOf(rows, limit, (row) => [row.id]);
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
