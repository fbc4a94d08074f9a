import type { User, UserAction } from '@agent-home/http-contract';
import { cleanText } from '@agent-home/protocol';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction, recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { hashToken } from '../tokens/bearer-tokens.ts';
import { requireOwner } from '../tokens/require-owner.ts';
import { publishSignOut, tokenName } from '../tokens/signed-out.ts';

/** Identity by the verified claims of the provider. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  name: string;
}

type UserRow = typeof tables.users.$inferSelect;

/**
 * Finds the user of an issuer and subject, or creates it if an open invitation is given. An e-mail address does not identify a
 * user.
 * @throws PlatformError `not_invited`, `user_disabled`
 */
export async function admitUser(
  platform: Platform,
  { issuer, subject, name }: ProviderIdentity,
  invitation: string | undefined,
): Promise<UserRow> {
  const { users } = tables;
  const now = platform.now();
  const shown = cleanText(name).slice(0, 100) || subject.slice(0, 100);
  return platform.database.transaction(async (transaction) => {
    const [known] = await transaction
      .update(users)
      .set({ lastSignedInAt: now, name: shown })
      .where(and(eq(users.issuer, issuer), eq(users.subject, subject), isNull(users.disabledAt)))
      .returning();
    if (known) return known;
    await requireNoUser(transaction, issuer, subject);
    const invited = await useInvitation(transaction, invitation, now);
    const userId = randomId('user', platform.randomBytes);
    const { role, ownerId, invitationHash } = invited;
    const [made] = await transaction
      .insert(users)
      .values({ userId, issuer, subject, name: shown, role, ownerId, createdAt: now, lastSignedInAt: now })
      .returning();
    if (!made) throw new Error('an inserted user is gone');
    await transaction
      .update(tables.invitations)
      .set({ usedBy: userId })
      .where(eq(tables.invitations.invitationHash, invitationHash));
    const actor = { kind: 'user', id: userId, role } as const;
    const act = { actor, action: 'user.join', target: `users/${userId}`, details: { role } };
    await recordAct(transaction, { ...platform, act });
    return made;
  });
}

async function requireNoUser(executor: Executor, issuer: string, subject: string): Promise<void> {
  const { users } = tables;
  const [known] = await executor
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject)));
  if (known) throw new PlatformError('user_disabled', 'the user is disabled; contact an admin to enable it');
}

async function useInvitation(executor: Executor, invitation: string | undefined, now: Date) {
  const { invitations } = tables;
  const [used] =
    invitation === undefined
      ? []
      : await executor
          .update(invitations)
          .set({ usedAt: now })
          .where(
            and(
              eq(invitations.invitationHash, hashToken(invitation)),
              isNull(invitations.usedAt),
              isNull(invitations.revokedAt),
              gt(invitations.expiresAt, now),
            ),
          )
          .returning();
  if (!used)
    throw new PlatformError(
      'not_invited',
      'no user or open invitation matches this identity; contact an admin for a new link',
    );
  return used;
}

export async function listUsers({ database }: Platform): Promise<{ items: User[] }> {
  const { users } = tables;
  const rows = await database.select().from(users).orderBy(asc(users.name), asc(users.userId)).limit(500);
  return { items: rows.map(describeUser) };
}

/**
 * Changes the role of a user, or its permission to sign in.
 * @throws PlatformError `not_found`, `invalid_input`
 */
export async function actOnUser(platform: Platform, userId: string, action: UserAction): Promise<User> {
  const { sessions, users } = tables;
  return actTransaction(platform, async (transaction) => {
    if (action.action === 'set_role' && action.owner_id !== undefined)
      await requireOwner(transaction, action.owner_id);
    const changes =
      action.action === 'set_role'
        ? { role: action.role, ownerId: action.owner_id ?? null }
        : { disabledAt: action.action === 'disable' ? platform.now() : null };
    const [changed] = await transaction
      .update(users)
      .set(changes)
      .where(eq(users.userId, userId))
      .returning();
    if (!changed) throw new PlatformError('not_found', 'no user has this id; check it');
    if (action.action === 'disable') await transaction.delete(sessions).where(eq(sessions.userId, userId));
    // Ends streams that were opened with the former rights; a remaining session opens new ones.
    if (action.action !== 'enable') await publishSignOut(transaction, tokenName(userId));
    return describeUser(changed);
  });
}

function describeUser(row: UserRow): User {
  return {
    user_id: row.userId,
    name: row.name,
    role: row.role,
    ...(row.ownerId === null ? {} : { owner_id: row.ownerId }),
    issuer: row.issuer,
    subject: row.subject,
    created_at: row.createdAt.toISOString(),
    ...(row.lastSignedInAt ? { last_signed_in_at: row.lastSignedInAt.toISOString() } : {}),
    ...(row.disabledAt ? { disabled_at: row.disabledAt.toISOString() } : {}),
  };
}
