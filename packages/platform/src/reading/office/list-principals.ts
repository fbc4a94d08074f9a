import type {
  OfficeOwnerList,
  OfficeTokenList,
  officeOwnerQuerySchema,
  officePageQuerySchema,
} from '@agent-home/http-contract';
import { and, asc, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { getPage, momentSchema, nameSchema, placeOf } from '../../foundation/text/cursor.ts';
import { containing } from '../views/containing.ts';

type Asking = Pick<Platform, 'database' | 'now'>;
type PageQuery = z.infer<typeof officePageQuerySchema>;

/** Lists owners, with the number of agents and containers of each. */
export async function officeOwners(
  { database, now }: Asking,
  query: z.infer<typeof officeOwnerQuerySchema>,
): Promise<OfficeOwnerList> {
  const { agents, owners, tokens } = tables;
  const after = placeOf(z.tuple([nameSchema]), query.cursor);
  const rows = await database
    .select({
      ownerId: owners.ownerId,
      name: owners.name,
      createdAt: owners.createdAt,
      agents: database.$count(agents, eq(agents.ownerId, sql`"owners"."owner_id"`)),
      liveTokens: database.$count(
        tokens,
        and(eq(tokens.ownerId, sql`"owners"."owner_id"`), isLive(now())) as SQL,
      ),
    })
    .from(owners)
    .where(
      and(
        after && gt(owners.ownerId, after[0]),
        query.q === undefined
          ? undefined
          : sql`(${owners.ownerId} ilike ${containing(query.q)} or ${owners.name} ilike ${containing(query.q)})`,
      ),
    )
    .orderBy(asc(owners.ownerId))
    .limit(query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, (row) => [row.ownerId]);
  const items = shown.map((row) => ({
    owner_id: row.ownerId,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    agents: row.agents,
    live_tokens: row.liveTokens,
  }));
  return { items, ...next };
}

function isLive(now: Date): SQL | undefined {
  const { tokens } = tables;
  return and(isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now)));
}

/** Lists tokens with their scopes. Their hashes are not read. */
export async function officeTokens({ database, now }: Asking, query: PageQuery): Promise<OfficeTokenList> {
  const { tokens } = tables;
  const after = placeOf(z.tuple([momentSchema, nameSchema]), query.cursor);
  const rows = await database
    .select({
      tokenId: tokens.tokenId,
      role: tokens.role,
      ownerId: tokens.ownerId,
      label: tokens.label,
      scopes: tokens.scopes,
      createdAt: tokens.createdAt,
      expiresAt: tokens.expiresAt,
      revokedAt: tokens.revokedAt,
    })
    .from(tokens)
    .where(after && sql`(${tokens.createdAt}, ${tokens.tokenId}) < (${after[0]}::timestamptz, ${after[1]})`)
    .orderBy(desc(tokens.createdAt), desc(tokens.tokenId))
    .limit(query.limit + 1);
  const { shown, ...next } = getPage(rows, query.limit, (row) => [row.createdAt.toISOString(), row.tokenId]);
  const items = shown.map((row) => ({
    token_id: row.tokenId,
    role: row.role,
    ...(row.ownerId === null ? {} : { owner_id: row.ownerId }),
    label: row.label,
    ...(row.role === 'owner' ? { scopes: row.scopes } : {}),
    created_at: row.createdAt.toISOString(),
    ...(row.expiresAt === null ? {} : { expires_at: row.expiresAt.toISOString() }),
    ...(row.revokedAt === null ? {} : { revoked_at: row.revokedAt.toISOString() }),
    live: row.revokedAt === null && (row.expiresAt === null || row.expiresAt > now()),
  }));
  return { items, ...next };
}
