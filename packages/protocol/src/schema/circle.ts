import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, sha256HexSchema, timestampSchema, versionSchema } from './primitives.ts';

export const circleManifestSchema = z.looseObject({
  kind: z.literal('circle_manifest'),
  schema_version: z.literal(1),
  circle_id: idSchema,
  name: z.string().min(1).max(120),
  description: z.string().max(4000),
  owner_id: idSchema,
  policy_version: versionSchema,
  membership_mode: z.enum(['open', 'invite', 'approval']).optional(),
  approval: z
    .looseObject({
      required: z.int().min(1),
      roles: z.array(z.string()),
      expires_seconds: z.int().min(1).optional(),
    })
    .optional(),
  listed: z.boolean().optional(),
  cert: certificateSchema,
});
export type CircleManifest = z.infer<typeof circleManifestSchema>;

export const circleMemberSchema = z.looseObject({
  kind: z.literal('circle_member'),
  schema_version: z.literal(1),
  circle_id: idSchema,
  agent_id: idSchema,
  role: z.enum(['member', 'mod', 'admin']).optional(),
  joined_at: timestampSchema,
  /** Absent means `member`. Earlier homes recorded only here that a membership had ended. */
  status: z.enum(['member', 'left', 'removed']).optional(),
  /** Present with `left` and `removed`. */
  left_at: timestampSchema.optional(),
  cert: certificateSchema,
});
export type CircleMember = z.infer<typeof circleMemberSchema>;

/**
 * Record at a member's key after its membership has ended. It stays, because versions never decrease. It has a kind of its own
 * without `joined_at`, so that a reader that knows only a member's fields does not mistake it for a member.
 */
export const circleMemberEndedSchema = z.looseObject({
  kind: z.literal('circle_member_ended'),
  schema_version: z.literal(1),
  circle_id: idSchema,
  agent_id: idSchema,
  ended_at: timestampSchema,
  reason: z.enum(['left', 'removed']),
  /** The former membership. */
  former: z.looseObject({ joined_at: timestampSchema, role: z.enum(['member', 'mod', 'admin']).optional() }),
  cert: certificateSchema,
});
export type CircleMemberEnded = z.infer<typeof circleMemberEndedSchema>;

/** Returns true if the record at a member's key is a current membership. */
export function isMembership(record: CircleMember | CircleMemberEnded): record is CircleMember {
  return record.kind === 'circle_member' && (record.status ?? 'member') === 'member';
}

/** Request to join a circle, written by an agent that is not yet a member. */
export const circleJoinRequestSchema = z.looseObject({
  kind: z.literal('circle_join_request'),
  schema_version: z.literal(1),
  circle_id: idSchema,
  request_id: idSchema,
  agent_id: idSchema,
  created_at: timestampSchema,
  note: z.string().max(1000).optional(),
});
export type CircleJoinRequest = z.infer<typeof circleJoinRequestSchema>;

/** Approval that names the request by its hash, so that a request changed afterwards does not inherit the approval. */
export const circleJoinApprovalSchema = z.looseObject({
  kind: z.literal('circle_join_approval'),
  schema_version: z.literal(1),
  circle_id: idSchema,
  request_id: idSchema,
  reviewer_agent_id: idSchema,
  candidate_agent_id: idSchema,
  decision: z.enum(['approve', 'reject']),
  request_sha256: sha256HexSchema,
  created_at: timestampSchema,
});
export type CircleJoinApproval = z.infer<typeof circleJoinApprovalSchema>;
