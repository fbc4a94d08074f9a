import type { OwnerScope, Role } from '@agent-home/http-contract';
import { encodeBase64Url, sha256Hex } from '@agent-home/protocol';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { requireOwner } from './require-owner.ts';
import { publishSignOut, tokenName } from './signed-out.ts';

/** Principal of a token or a session. With a user, `tokenId` is the user's id. */
export type TokenPrincipal = { tokenId: string; user?: { userId: string; name: string } } & (
  | { role: Exclude<Role, 'owner'> }
  | { role: 'owner'; ownerId: string; scopes: readonly OwnerScope[] }
);

interface TokenRequest {
  role: 'admin' | 'owner';
  ownerId?: string;
  label: string;
  expiresAt?: Date;
  /** Time by the home's clock; default: the database's. */
  createdAt?: Date;
  /** Scopes of an owner's token; absent for all. */
  scopes?: OwnerScope[];
}

/** Returns the hash that is stored in place of a token. It need not be slow, because tokens are 256 random bits. */
export function hashToken(token: string): string {
  return sha256Hex(new TextEncoder().encode(token));
}

/** Creates a token and returns its only copy. */
export async function createToken(
  platform: Platform,
  request: TokenRequest,
): Promise<{ tokenId: string; token: string }> {
  if (request.expiresAt && request.expiresAt <= platform.now()) {
    throw new PlatformError('invalid_input', 'expires_at is in the past; send a future time', {
      path: 'expires_at',
    });
  }
  if (request.ownerId !== undefined) await requireOwner(platform.database, request.ownerId);
  const token = `aht_${encodeBase64Url(platform.randomBytes(32))}`;
  const tokenId = randomId('token', platform.randomBytes);
  await actTransaction(
    platform,
    (transaction) => storeToken(transaction, token, tokenId, { ...request, createdAt: platform.now() }),
    `tokens/${tokenId}`,
  );
  return { tokenId, token };
}

/** Stores a token that was created elsewhere, such as the one `agent-home up` keeps in its data folder. Idempotent. */
export async function storeToken(
  database: Executor,
  token: string,
  tokenId: string,
  request: TokenRequest,
): Promise<void> {
  await database
    .insert(tables.tokens)
    .values({
      tokenHash: hashToken(token),
      tokenId,
      role: request.role,
      ownerId: request.ownerId ?? null,
      label: request.label,
      expiresAt: request.expiresAt ?? null,
      ...(request.createdAt ? { createdAt: request.createdAt } : {}),
      ...(request.scopes ? { scopes: [...new Set(request.scopes)] } : {}),
    })
    .onConflictDoNothing();
}

export async function revokeToken(platform: Platform, tokenId: string): Promise<void> {
  const { tokens } = tables;
  await actTransaction(platform, async (transaction) => {
    const rows = await transaction
      .update(tokens)
      .set({ revokedAt: platform.now() })
      .where(eq(tokens.tokenId, tokenId))
      .returning({ tokenId: tokens.tokenId });
    if (rows.length === 0) throw new PlatformError('not_found', 'no token has this id; check it');
    await publishSignOut(transaction, tokenName(tokenId));
  });
}

/** Finds the principal of a bearer token; `undefined` if it is unknown, expired or revoked. */
export async function authenticateToken(
  platform: Platform,
  token: string,
): Promise<TokenPrincipal | undefined> {
  const { tokens } = tables;
  const [row] = await platform.database
    .select()
    .from(tokens)
    .where(
      and(
        eq(tokens.tokenHash, hashToken(token)),
        isNull(tokens.revokedAt),
        or(isNull(tokens.expiresAt), gt(tokens.expiresAt, platform.now())),
      ),
    );
  return row && findPrincipal(row);
}

/** Returns the principal of a token's row; `undefined` for an owner's token without an owner. */
export function findPrincipal(row: typeof tables.tokens.$inferSelect): TokenPrincipal | undefined {
  if (row.role === 'admin') return { role: 'admin', tokenId: row.tokenId };
  const { ownerId, tokenId, scopes } = row;
  return ownerId === null ? undefined : { role: 'owner', ownerId, tokenId, scopes };
}
