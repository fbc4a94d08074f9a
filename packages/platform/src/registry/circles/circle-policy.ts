import type { ApprovalChange, ApprovalRules } from '@agent-home/http-contract';
import { type JsonObject, objectKey } from '@agent-home/protocol';
import type { tables } from '../../database/index.ts';

export type CircleRow = typeof tables.circles.$inferSelect;
export type MemberRow = typeof tables.circleMembers.$inferSelect;

export const defaultApproval: ApprovalRules = {
  required: 1,
  roles: ['mod', 'admin'],
  expires_seconds: 604_800,
};

/** Returns the approval rules after a change; omitted rules stay unchanged. */
export function approvalWith(before: ApprovalRules, change: ApprovalChange): ApprovalRules {
  const roles = change.roles ?? before.roles;
  return {
    required: change.required ?? before.required,
    roles: [...new Set(roles)],
    expires_seconds: change.expires_seconds ?? before.expires_seconds,
  };
}

export function getApproval(circle: Pick<CircleRow, 'approval'>): ApprovalRules {
  return JSON.parse(circle.approval) as ApprovalRules;
}

export function manifestBody(circle: CircleRow): JsonObject {
  return {
    kind: 'circle_manifest',
    schema_version: 1,
    circle_id: circle.circleId,
    name: circle.name,
    description: circle.description,
    owner_id: circle.ownerId,
    policy_version: circle.policyVersion,
    membership_mode: circle.membershipMode,
    approval: { ...getApproval(circle) },
    listed: circle.listed,
    created_at: circle.createdAt.toISOString(),
  };
}

/** Returns the certified object at a member's key. Its kind differs once the membership has ended. */
export function memberBody(member: MemberRow): JsonObject {
  const place = { circle_id: member.circleId, agent_id: member.agentId };
  const joinedAt = member.joinedAt.toISOString();
  if (!member.leftAt)
    return {
      kind: 'circle_member',
      schema_version: 1,
      ...place,
      role: member.role,
      status: 'member',
      joined_at: joinedAt,
    };
  return {
    kind: 'circle_member_ended',
    schema_version: 1,
    ...place,
    ended_at: member.leftAt.toISOString(),
    reason: member.departure ?? 'left',
    former: { role: member.role, joined_at: joinedAt },
  };
}

export function manifestKey(circleId: string): string {
  return objectKey('circle_manifest', { circle_id: circleId });
}
