import type { InvitationList, NewInvitation } from '@agent-home/http-contract';
import { encodeBase64Url } from '@agent-home/protocol';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { hashToken } from '../tokens/bearer-tokens.ts';
import { requireOwner } from '../tokens/require-owner.ts';

/** Creates an invitation and returns the only copy of its secret. */
export async function inviteUser(
  platform: Platform,
  { role, owner_id: ownerId, hours }: NewInvitation,
): Promise<{ invitation_id: string; secret: string; expires_at: string }> {
  const secret = encodeBase64Url(platform.randomBytes(32));
  const invitationId = randomId('invitation', platform.randomBytes);
  const createdAt = platform.now();
  const expiresAt = new Date(createdAt.getTime() + hours * 3_600_000);
  await actTransaction(
    platform,
    async (transaction) => {
      if (ownerId !== undefined) await requireOwner(transaction, ownerId);
      await transaction.insert(tables.invitations).values({
        invitationHash: hashToken(secret),
        invitationId,
        role,
        ownerId: ownerId ?? null,
        createdAt,
        expiresAt,
      });
    },
    `invitations/${invitationId}`,
  );
  return { invitation_id: invitationId, secret, expires_at: expiresAt.toISOString() };
}

/** @throws PlatformError `not_found` for an invitation that is used, revoked or unknown */
export async function revokeInvitation(platform: Platform, invitationId: string): Promise<void> {
  const { invitations } = tables;
  await actTransaction(platform, async (transaction) => {
    const rows = await transaction
      .update(invitations)
      .set({ revokedAt: platform.now() })
      .where(
        and(
          eq(invitations.invitationId, invitationId),
          isNull(invitations.usedAt),
          isNull(invitations.revokedAt),
        ),
      )
      .returning({ id: invitations.invitationId });
    if (rows.length === 0) throw new PlatformError('not_found', 'no open invitation has this id; check it');
  });
}

export async function listInvitations(platform: Platform): Promise<InvitationList> {
  const { invitations } = tables;
  const now = platform.now();
  const rows = await platform.database
    .select()
    .from(invitations)
    .orderBy(desc(invitations.createdAt), desc(invitations.invitationId))
    .limit(500);
  return {
    items: rows.map((row) => ({
      invitation_id: row.invitationId,
      role: row.role,
      ...(row.ownerId === null ? {} : { owner_id: row.ownerId }),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      state: row.usedAt ? 'used' : row.revokedAt ? 'revoked' : row.expiresAt <= now ? 'expired' : 'open',
      ...(row.usedBy === null ? {} : { used_by: row.usedBy }),
    })),
  };
}
