import { ownerScopes, type SessionList } from '@agent-home/http-contract';
import { encodeBase64Url } from '@agent-home/protocol';
import { and, desc, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { authenticateToken, findPrincipal, hashToken, type TokenPrincipal } from './bearer-tokens.ts';
import { publishSignOut, sessionName } from './signed-out.ts';

/** Hours of a working day, so that an open browser does not stay signed in forever. */
const sessionHours = 12;

export interface Session {
  principal: TokenPrincipal;
  /** Name of the session that may be shown and logged; it grants no access. */
  name: string;
  /** Label of the token, or name of the user, with which the session began. */
  label: string;
  expiresAt: Date;
  /** Id for lists and for revoking the session. */
  sessionId: string;
}

/** Begins a browser's session with a token and returns its secret, which is not stored; `undefined` for an invalid token. */
export async function beginSession(platform: Platform, token: string): Promise<BegunSession | undefined> {
  if (!(await authenticateToken(platform, token))) return undefined;
  return storeSession(platform, { tokenHash: hashToken(token) });
}

/** Begins a browser's session for a user whom the provider has authenticated. */
export function beginUserSession(platform: Platform, userId: string): Promise<BegunSession> {
  return storeSession(platform, { userId });
}

interface BegunSession {
  secret: string;
  expiresAt: Date;
}

async function storeSession(
  platform: Platform,
  holder: { tokenHash: string } | { userId: string },
): Promise<BegunSession> {
  const { sessions } = tables;
  const now = platform.now();
  const secret = encodeBase64Url(platform.randomBytes(32));
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000);
  await platform.database.delete(sessions).where(lte(sessions.expiresAt, now));
  await platform.database
    .insert(sessions)
    .values({ sessionHash: hashToken(secret), createdAt: now, expiresAt, ...holder });
  return { secret, expiresAt };
}

/** Authenticates a session. It has the present rights of its token or user, and ends with either. */
export async function authenticateSession(platform: Platform, secret: string): Promise<Session | undefined> {
  const { sessions } = tables;
  const sessionHash = hashToken(secret);
  const [row] = await liveSessions(platform, eq(sessions.sessionHash, sessionHash));
  const holder = row && getHolder(row);
  if (!row || !holder) return undefined;
  const { principal, label } = holder;
  const { expiresAt, sessionId } = row.session;
  return { principal, name: sessionName(sessionHash), label, expiresAt, sessionId };
}

function liveSessions({ database, now }: Platform, condition?: SQL) {
  const { sessions, tokens, users } = tables;
  return database
    .select({ session: sessions, token: tokens, user: users })
    .from(sessions)
    .leftJoin(tokens, eq(tokens.tokenHash, sessions.tokenHash))
    .leftJoin(users, eq(users.userId, sessions.userId))
    .where(
      and(
        condition,
        gt(sessions.expiresAt, now()),
        isNull(tokens.revokedAt),
        or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now())),
        isNull(users.disabledAt),
      ),
    )
    .orderBy(desc(sessions.createdAt))
    .limit(500);
}

type SessionRow = Awaited<ReturnType<typeof liveSessions>>[number];

function getHolder({ token, user }: SessionRow): { principal: TokenPrincipal; label: string } | undefined {
  if (user) {
    const { userId, name, role, ownerId } = user;
    const common = { tokenId: userId, user: { userId, name } };
    if (role !== 'owner') return { principal: { ...common, role }, label: name };
    if (ownerId === null) return undefined;
    return { principal: { ...common, role, ownerId, scopes: ownerScopes }, label: name };
  }
  const principal = token && findPrincipal(token);
  return principal ? { principal, label: token.label } : undefined;
}

/** Lists live sessions: all, or those of one token or user. */
export async function listSessions(
  platform: Platform,
  own: Session | undefined,
  holder?: string,
): Promise<SessionList> {
  const rows = await liveSessions(platform, holder === undefined ? undefined : isHeldBy(holder));
  return {
    items: rows.flatMap((row) => {
      const held = getHolder(row);
      const { sessionId, createdAt, expiresAt } = row.session;
      return held === undefined
        ? []
        : [
            {
              session_id: sessionId,
              principal: held.principal.tokenId,
              name: held.label,
              role: held.principal.role,
              created_at: createdAt.toISOString(),
              expires_at: expiresAt.toISOString(),
              is_own: sessionId === own?.sessionId,
            },
          ];
    }),
  };
}

function isHeldBy(holder: string): SQL | undefined {
  const { tokens, users } = tables;
  return or(eq(tokens.tokenId, holder), eq(users.userId, holder));
}

/**
 * Ends a session by its id; with a holder, only one of its own.
 * @throws PlatformError `not_found`
 */
export async function revokeSession(platform: Platform, sessionId: string, holder?: string): Promise<void> {
  const { sessions } = tables;
  await actTransaction(platform, async (transaction) => {
    const [row] = await liveSessions(
      platform,
      and(eq(sessions.sessionId, sessionId), holder === undefined ? undefined : isHeldBy(holder)),
    );
    if (!row) throw new PlatformError('not_found', 'no session has this id; check it');
    const { sessionHash } = row.session;
    await transaction.delete(sessions).where(eq(sessions.sessionHash, sessionHash));
    await publishSignOut(transaction, sessionName(sessionHash));
  });
}

export async function endSession(platform: Platform, secret: string): Promise<void> {
  const sessionHash = hashToken(secret);
  await platform.database.transaction(async (transaction) => {
    await transaction.delete(tables.sessions).where(eq(tables.sessions.sessionHash, sessionHash));
    await publishSignOut(transaction, sessionName(sessionHash));
  });
}
