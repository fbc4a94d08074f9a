import type { tables } from '@agent-home/database';
import { idSchema, type JsonObject, objectKey } from '@agent-home/protocol';
import { z } from 'zod';
import { lineOfText } from '../../foundation/text/line-of-text.ts';

export type CircleRow = typeof tables.circles.$inferSelect;
export type MemberRow = typeof tables.circleMembers.$inferSelect;

export const circleRoleSchema = z.enum(['member', 'mod', 'admin']);
export type CircleRole = z.infer<typeof circleRoleSchema>;

export const membershipModeSchema = z.enum(['open', 'invite', 'approval']);

const approvalShape = {
  /** So many approvals let a candidate in; so many rejections turn it away. */
  required: z.int().min(1).max(50),
  /** Who decides. */
  roles: z.array(circleRoleSchema).min(1).max(3),
  /** How long a request waits for its decision. */
  expires_seconds: z.int().min(1).max(31_536_000),
};
/** Fields left out stay as they are. */
export const approvalChangeSchema = z.strictObject(approvalShape).partial();
export type ApprovalRules = z.infer<z.ZodObject<typeof approvalShape>>;

export const defaultApproval: ApprovalRules = {
  required: 1,
  roles: ['mod', 'admin'],
  expires_seconds: 604_800,
};

export const circleTextShape = { name: lineOfText(120), description: z.string().max(4000) };

export const newCircleSchema = z.strictObject({
  /** Made by the platform when absent; never reused. */
  circle_id: idSchema.optional(),
  name: circleTextShape.name,
  description: circleTextShape.description.default(''),
  membership_mode: membershipModeSchema,
  /** Its name and how to join it are told to every admitted agent. */
  listed: z.boolean().default(false),
  approval: approvalChangeSchema.default({}),
  members: z
    .array(z.strictObject({ agent_id: idSchema, role: circleRoleSchema.default('member') }))
    .max(1000)
    .default([]),
  /** Whose circle it is; the platform's own when absent. */
  owner_id: idSchema.optional(),
});
export type NewCircle = z.infer<typeof newCircleSchema>;

/** As given, over what was there: parts that are left out do not change. */
export function approvalWith(
  before: ApprovalRules,
  change: z.infer<typeof approvalChangeSchema>,
): ApprovalRules {
  const roles = change.roles ?? before.roles;
  return {
    required: change.required ?? before.required,
    roles: [...new Set(roles)],
    expires_seconds: change.expires_seconds ?? before.expires_seconds,
  };
}

export function approvalOf(circle: Pick<CircleRow, 'approval'>): ApprovalRules {
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
    approval: { ...approvalOf(circle) },
    listed: circle.listed,
    created_at: circle.createdAt.toISOString(),
  };
}

/** Membership as readers see it. One that has ended stays published as such: a version never goes back to nothing. */
export function memberBody(member: MemberRow): JsonObject {
  return {
    kind: 'circle_member',
    schema_version: 1,
    circle_id: member.circleId,
    agent_id: member.agentId,
    role: member.role,
    status: member.leftAt ? (member.departure ?? 'left') : 'member',
    joined_at: member.joinedAt.toISOString(),
    ...(member.leftAt ? { left_at: member.leftAt.toISOString() } : {}),
  };
}

export function manifestKey(circleId: string): string {
  return objectKey('circle_manifest', { circle_id: circleId });
}
