import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, sha256HexSchema, timestampSchema } from './primitives.ts';

/** Id of a question to an approver. It covers the run, the record, the call, the tool and the arguments. */
export const approvalIdSchema = z.string().regex(/^ask_[0-9a-f]{32}$/);

/** Approver and the time of the decision. */
export const approverSchema = z.looseObject({
  role: z.enum(['owner', 'admin']),
  /** Id of the owner, or of the token or user of an admin. */
  id: z.string().min(1).max(100),
  at: timestampSchema,
});
export type Approver = z.infer<typeof approverSchema>;

/** Decision on one call of one run, readable only by its agent. */
export const runApprovalSchema = z.looseObject({
  kind: z.literal('run_approval'),
  schema_version: z.literal(1),
  agent_id: idSchema,
  approval_id: approvalIdSchema,
  run_id: z.string().min(1).max(128),
  tool_call_id: z.string().min(1).max(200),
  /** Canonical name. */
  tool: z.string().min(1).max(200),
  /** SHA-256 of the canonical JSON of the exact arguments; the decision is for no others. */
  arguments_sha256: sha256HexSchema,
  decision: z.enum(['approve', 'deny']),
  /** Pattern of calls that need no further approval in the session; absent if the decision is for this call alone. */
  allow: z.string().min(1).max(1_000).optional(),
  reason: z.string().max(1_000),
  /** One approver, or two where the owner requires two. */
  decided_by: z.array(approverSchema).min(1).max(2),
  decided_at: timestampSchema,
  /** The decision counts for nothing from then on. */
  expires_at: timestampSchema,
  cert: certificateSchema,
});
export type RunApproval = z.infer<typeof runApprovalSchema>;
