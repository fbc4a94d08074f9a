import { approvalIdSchema, approverSchema, idSchema, sha256HexSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { getPage, pagingShape } from '../parts/paging.ts';
import { momentText } from '../parts/words.ts';

/** Limit of the canonical JSON of the arguments, in UTF-16 units. */
const longestArguments = 64 * 1024;

const ruleSchema = z.strictObject({
  layer: z.string().max(40),
  rule: z.string().max(200),
  effect: z.string().max(20),
  policy: z.string().max(300).exactOptional(),
});

/** `POST /v1/approvals`: question of an agent's run about one call. */
export const approvalRequestSchema = z.strictObject({
  approval_id: approvalIdSchema,
  run_id: z.string().regex(/^[\x21-\x7e]{1,128}$/),
  tool_call_id: z.string().min(1).max(200),
  tool: z.string().min(1).max(200),
  /** Canonical JSON of the exact arguments. */
  arguments: z.string().min(2).max(longestArguments),
  arguments_sha256: sha256HexSchema,
  /** `safe`, `low`, `medium`, `high` or `critical`; an unknown one counts as high. */
  risk: z.string().regex(/^[a-z]{1,20}$/),
  rules: z.array(ruleSchema).max(32),
  tainted: z.boolean(),
  expires_at: z.iso.datetime(),
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;

export const approvalStateSchema = z.enum(['pending', 'approved', 'denied', 'expired', 'withdrawn']);
export type ApprovalState = z.infer<typeof approvalStateSchema>;

export const requestedApprovalSchema = z.object({ approval_id: z.string(), state: approvalStateSchema });

export const approvalParamsSchema = z.object({ approval_id: approvalIdSchema });
export const agentApprovalParamsSchema = z.object({ agent_id: idSchema, approval_id: approvalIdSchema });

/** `POST /v1/agents/{agent_id}/approvals/{approval_id}/decision` */
export const approvalDecisionSchema = z.strictObject({
  decision: z.enum(['approve', 'deny']),
  /** Arguments that the approver saw. */
  arguments_sha256: sha256HexSchema,
  /** Pattern of further calls of the session that need no approval, such as `Bash(git status)`. */
  allow: z.string().min(1).max(1_000).optional(),
  reason: z.string().max(1_000).default(''),
});
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;

export const approvalQuerySchema = z.object({
  agent_id: idSchema.optional(),
  state: approvalStateSchema.optional(),
  ...pagingShape,
});

export const shownApprovalSchema = z.object({
  ...approvalRequestSchema.shape,
  agent_id: z.string(),
  state: approvalStateSchema,
  requested_at: momentText,
  expires_at: momentText,
  /** Approvals that are needed; 2 if the owner requires two for this risk. */
  needed: z.int(),
  /** Approvers so far. */
  decided_by: z.array(approverSchema),
  allow: z.string().optional(),
  reason: z.string(),
  decided_at: momentText.optional(),
  /** True if the caller may decide now. */
  may_decide: z.boolean(),
});
export type ShownApproval = z.infer<typeof shownApprovalSchema>;

export const approvalListSchema = getPage(shownApprovalSchema);
export type ApprovalList = z.infer<typeof approvalListSchema>;

/** Rules of an agent's owner about approvals. */
export const approverRulesSchema = z.strictObject({
  /** True if admins may decide as well. An agent without an owner is decided by admins. */
  admins_may_decide: z.boolean(),
  /** True if calls of risk `high` or `critical` need two approvers. */
  two_for_high_risk: z.boolean(),
});
export type ApproverRules = z.infer<typeof approverRulesSchema>;
