import type { ActList, actQuerySchema } from '@agent-home/http-contract';
import { and, desc, eq, gte, inArray, like, lt } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../database/index.ts';
import { actHash } from '../../foundation/platform/acts.ts';
import { getPage, placeOf, serialSchema } from '../../foundation/text/cursor.ts';

/** Returns acts of administrators and owners, newest first, each checked against its hash. */
export async function officeActs(
  database: Database,
  query: z.infer<typeof actQuerySchema>,
): Promise<ActList> {
  const { adminActs: acts } = tables;
  const after = placeOf(z.tuple([serialSchema]), query.cursor);
  const { actor, action, target, from, to, limit } = query;
  const isAction = (wanted: string) =>
    wanted.includes('.') ? eq(acts.action, wanted) : like(acts.action, `${wanted}.%`);
  const rows = await database
    .select()
    .from(acts)
    .where(
      and(
        actor === undefined ? undefined : eq(acts.actorId, actor),
        action === undefined ? undefined : isAction(action),
        target === undefined ? undefined : eq(acts.target, target),
        from === undefined ? undefined : gte(acts.at, new Date(from)),
        to === undefined ? undefined : lt(acts.at, new Date(to)),
        after && lt(acts.sequence, after[0]),
      ),
    )
    .orderBy(desc(acts.sequence))
    .limit(limit + 1);
  const { shown, ...next } = getPage(rows, limit, (row) => [row.sequence]);
  const names = await actorNames(
    database,
    shown.map(({ actorId }) => actorId),
  );
  const items = shown.map((row) => {
    const name = names.get(row.actorId);
    return {
      sequence: row.sequence,
      at: row.at.toISOString(),
      actor: {
        kind: row.actorKind,
        id: row.actorId,
        role: row.actorRole,
        ...(name === undefined ? {} : { name }),
      },
      action: row.action,
      target: row.target,
      ...(row.reason === null ? {} : { reason: row.reason }),
      details: JSON.parse(row.details) as Record<string, unknown>,
      previous: row.previous,
      hash: row.hash,
    };
  });
  return { items, intact: areIntact(rows), ...next };
}

/** True if each row has its own hash, and neighbours name each other. */
function areIntact(rows: readonly (typeof tables.adminActs.$inferSelect)[]): boolean {
  return rows.every((row, index) => {
    const before = rows[index + 1];
    const isNext = before?.sequence === row.sequence - 1;
    return row.hash === actHash(row) && (!isNext || row.previous === before.hash);
  });
}

async function actorNames(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { tokens, users } = tables;
  if (ids.length === 0) return new Map();
  const [labels, names] = await Promise.all([
    database
      .select({ id: tokens.tokenId, name: tokens.label })
      .from(tokens)
      .where(inArray(tokens.tokenId, [...new Set(ids)])),
    database
      .select({ id: users.userId, name: users.name })
      .from(users)
      .where(inArray(users.userId, [...new Set(ids)])),
  ]);
  return new Map([...labels, ...names].map(({ id, name }) => [id, name]));
}
