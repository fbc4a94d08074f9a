import type { OwnToken } from '@agent-home/http-contract';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import type { Answering } from './own-agents.ts';

const shownTokens = 50;

/**
 * Returns the valid tokens of an owner; for an admin only the one in use, since the others belong to other
 * users. Never returns the tokens themselves.
 */
export async function ownTokens(
  database: Database,
  viewer: Answering,
  thisToken: string,
  now: Date,
): Promise<OwnToken[]> {
  const { sessions, tokens } = tables;
  const rows = await database
    .select({
      tokenId: tokens.tokenId,
      label: tokens.label,
      role: tokens.role,
      scopes: tokens.scopes,
      createdAt: tokens.createdAt,
      expiresAt: tokens.expiresAt,
      signedInAt: sql<string | null>`(select to_char(max(began.created_at) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from ${sessions} as began where began.token_hash = "tokens"."token_hash")`,
    })
    .from(tokens)
    .where(
      and(
        viewer.role === 'owner' ? eq(tokens.ownerId, viewer.ownerId) : eq(tokens.tokenId, thisToken),
        isNull(tokens.revokedAt),
        or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now)),
      ),
    )
    .orderBy(desc(tokens.createdAt), desc(tokens.tokenId))
    .limit(shownTokens);
  return rows.map((row) => ({
    token_id: row.tokenId,
    label: row.label,
    ...(row.role === 'owner' ? { scopes: [...row.scopes] } : {}),
    created_at: row.createdAt.toISOString(),
    ...(row.expiresAt === null ? {} : { expires_at: row.expiresAt.toISOString() }),
    ...(row.signedInAt === null ? {} : { signed_in_at: row.signedInAt }),
    is_this: row.tokenId === thisToken,
  }));
}
