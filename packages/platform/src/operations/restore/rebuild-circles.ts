import { approvalChangeSchema } from '@agent-home/http-contract';
import { type CircleManifest, canonicalJson, type ObjectOfKind } from '@agent-home/protocol';
import { type Executor, tables } from '../../database/index.ts';
import { approvalWith, defaultApproval } from '../../registry/circles/circle-policy.ts';
import { adoptObjects } from './adopt-objects.ts';
import { containersUnder } from './list-bucket.ts';
import type { CertifiedObject } from './read-certified.ts';
import { rebuildJoinRequests } from './rebuild-join-requests.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

type MemberRecord = ObjectOfKind<'circle_member'>;

/**
 * Rebuilds circles and members from their certified objects, then the join requests and votes made since the backup.
 */
export async function rebuildCircles(platform: RestoringPlatform): Promise<void> {
  for await (const container of containersUnder(platform.store, 'circles/')) {
    const adopted = await adoptObjects(platform, container.objects);
    const manifest = adopted.find(({ place }) => place.kind === 'circle_manifest');
    await platform.database.transaction(async (transaction) => {
      if (manifest) await rebuildCircle(platform, transaction, manifest);
      // Verified against the schema of its kind when it was read.
      for (const member of adopted.filter(({ place }) => place.kind === 'circle_member'))
        await rebuildMember(platform, transaction, member.object as unknown as MemberRecord);
    });
    await rebuildJoinRequests(platform, container);
  }
}

async function rebuildCircle(
  { report }: RestoringPlatform,
  transaction: Executor,
  { object, issuedAt }: CertifiedObject,
): Promise<void> {
  // Verified against the schema of its kind when it was read.
  const manifest = object as unknown as CircleManifest;
  const {
    circle_id: circleId,
    name,
    description,
    owner_id: ownerId,
    policy_version: policyVersion,
  } = manifest;
  const approval = approvalChangeSchema.parse(manifest.approval ?? {});
  const changes = {
    name,
    description,
    ownerId,
    policyVersion,
    membershipMode: manifest.membership_mode ?? ('invite' as const),
    listed: manifest.listed ?? false,
    approval: canonicalJson({ ...approvalWith(defaultApproval, approval) }),
  };
  const createdAt = typeof object.created_at === 'string' ? new Date(object.created_at) : issuedAt;
  const { circles } = tables;
  await transaction
    .insert(circles)
    .values({ circleId, ...changes, createdAt })
    .onConflictDoUpdate({ target: circles.circleId, set: changes });
  report.count('circles rebuilt');
}

async function rebuildMember(
  { report }: RestoringPlatform,
  transaction: Executor,
  member: MemberRecord,
): Promise<void> {
  const { circleMembers } = tables;
  const { circle_id: circleId, agent_id: agentId } = member;
  const changes = getStanding(member);
  await transaction
    .insert(circleMembers)
    .values({ circleId, agentId, ...changes })
    .onConflictDoUpdate({ target: [circleMembers.circleId, circleMembers.agentId], set: changes });
  report.count('memberships rebuilt');
}

/** Returns a membership from its record, in the present form or that of older releases. */
function getStanding(member: MemberRecord) {
  if (member.kind === 'circle_member_ended')
    return {
      role: member.former.role ?? ('member' as const),
      joinedAt: new Date(member.former.joined_at),
      leftAt: new Date(member.ended_at),
      departure: member.reason,
    };
  const { status = 'member', left_at: leftAt } = member;
  return {
    role: member.role ?? ('member' as const),
    joinedAt: new Date(member.joined_at),
    leftAt: leftAt === undefined ? null : new Date(leftAt),
    departure: status === 'member' ? null : status,
  };
}
