import { tables } from '@agent-home/database';
import { encodeBase64Url } from '@agent-home/protocol';
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Platform } from '../../foundation/platform/platform.ts';
import { authenticateToken, hashToken, principalOf, type TokenPrincipal } from './bearer-tokens.ts';
import { sessionName, tellSignedOut } from './signed-out.ts';

/** A working day: whoever leaves a browser open is not signed in for ever. */
const sessionHours = 12;

export interface Session {
  principal: TokenPrincipal;
  /** A name of the session that may be shown and logged: it opens nothing. */
  name: string;
  /** The label of the token that the session was begun with. */
  label: string;
  expiresAt: Date;
}

/**
 * Begins a browser's session and answers its secret, which is stored nowhere; `undefined` for a token that is not
 * valid.
 */
export async function beginSession(
  platform: Platform,
  token: string,
): Promise<{ secret: string; expiresAt: Date } | undefined> {
  if (!(await authenticateToken(platform, token))) return undefined;
  const { sessions } = tables;
  const secret = encodeBase64Url(platform.randomBytes(32));
  const expiresAt = new Date(platform.now().getTime() + sessionHours * 3_600_000);
  await platform.database.delete(sessions).where(lte(sessions.expiresAt, platform.now()));
  await platform.database
    .insert(sessions)
    .values({ sessionHash: hashToken(secret), tokenHash: hashToken(token), expiresAt });
  return { secret, expiresAt };
}

/** A session is worth what its token is worth at this moment: it ends when that is revoked or runs out. */
export async function authenticateSession(platform: Platform, secret: string): Promise<Session | undefined> {
  const { sessions, tokens } = tables;
  const now = platform.now();
  const sessionHash = hashToken(secret);
  const [row] = await platform.database
    .select({ token: tokens, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(tokens, eq(tokens.tokenHash, sessions.tokenHash))
    .where(
      and(
        eq(sessions.sessionHash, sessionHash),
        gt(sessions.expiresAt, now),
        isNull(tokens.revokedAt),
        or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now)),
      ),
    );
  const principal = row && principalOf(row.token);
  if (!principal) return undefined;
  return { principal, name: sessionName(sessionHash), label: row.token.label, expiresAt: row.expiresAt };
}

export async function endSession(platform: Platform, secret: string): Promise<void> {
  const sessionHash = hashToken(secret);
  await platform.database.transaction(async (transaction) => {
    await transaction.delete(tables.sessions).where(eq(tables.sessions.sessionHash, sessionHash));
    await tellSignedOut(transaction, sessionName(sessionHash));
  });
}
