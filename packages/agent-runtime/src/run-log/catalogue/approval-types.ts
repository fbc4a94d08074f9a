import { z } from 'zod';
import { decidingRuleSchema } from './deciding-rule.ts';
import { jsonObjectSchema } from './json-values.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Derived from run, record, call, tool and the sha256 of the arguments, so that an id fits exactly one question. */
const questionId = z.string().regex(/^ask_[0-9a-f]{32}$/);

/** Approval request to a person before a call (S1-50 to S1-52). */
export const approvalRequestedSchema = z.strictObject({
  approval_id: questionId,
  tool_call_id: z.string(),
  /** Canonical. */
  tool: z.string(),
  /** Exactly the arguments that the call would use. */
  arguments: jsonObjectSchema,
  arguments_sha256: sha256,
  risk: z.string(),
  /** Graph node that the answer is for (S3-152). An approval then causes no call. */
  node: z.string().exactOptional(),
  /** Rules that require the approval. */
  rules: z.array(decidingRuleSchema),
  /** True if the run has read text of others. */
  tainted: z.boolean(),
  required: z.boolean(),
  /** Effect of a refusal: `block` ends the run, `continue` lets the model read it. */
  deny_effect: z.enum(['block', 'continue']),
  reason: z.literal('needs_approval'),
  /** RFC 3339. From then on the approval counts as denied. */
  expires_at: z.string(),
});
export type ApprovalRequested = z.infer<typeof approvalRequestedSchema>;

/** Certified decision of approvers in a home, by which a reader can verify the answer. */
export const approvalCertificateSchema = z.strictObject({
  object_key: z.string().min(1).max(400),
  /** SHA-256 of the certified object's bytes. */
  sha256,
  /** Roles and ids of the approvers. */
  approvers: z
    .array(z.strictObject({ role: z.string().max(20), id: z.string().max(100) }))
    .min(1)
    .max(2),
});
export type ApprovalCertificate = z.infer<typeof approvalCertificateSchema>;

/**
 * Source of the answer. A name is self-declared: any process that may write the run's folder may use any name. Only `home` has a
 * certificate.
 */
export const answererSchema = z.strictObject({
  kind: z.enum(['person', 'runtime']),
  name: z.string().max(200),
  /** `terminal` of the run's own process; `command` from another one; `home` by a certified decision. */
  via: z.enum(['terminal', 'command', 'clock', 'setup', 'home']),
  certificate: approvalCertificateSchema.exactOptional(),
});
export type Answerer = z.infer<typeof answererSchema>;

const reason = z.string().max(1_000);

export const approvalDecidedSchema = z.strictObject({
  approval_id: questionId,
  /** Arguments that the answer is about; it permits no others. */
  arguments_sha256: sha256,
  /** `expired` is set by the clock; `unavailable` if the run must not wait and there is no approver. */
  decision: z.enum(['approve', 'deny', 'expired', 'unavailable']),
  by: answererSchema,
  reason,
  /** Values of the graph's state that the person sets; only for a node. */
  values: jsonObjectSchema.exactOptional(),
});
export type ApprovalDecided = z.infer<typeof approvalDecidedSchema>;

/** Question to a user about a call of a dead process whose outcome is unknown. */
export const callQuestionedSchema = z.strictObject({
  question_id: questionId,
  tool_call_id: z.string(),
  tool: z.string(),
  arguments: jsonObjectSchema,
  arguments_sha256: sha256,
  risk: z.string(),
  /** Time at which the call was about to be made, RFC 3339. */
  invoked_at: z.string(),
  reason: z.literal('outcome_unknown'),
});
export type CallQuestioned = z.infer<typeof callQuestionedSchema>;

export const callAnsweredSchema = z.strictObject({
  question_id: questionId,
  arguments_sha256: sha256,
  answer: z.enum(['done', 'not_done', 'give_up', 'unavailable']),
  by: answererSchema,
  reason,
});
export type CallAnswered = z.infer<typeof callAnsweredSchema>;

export const approvalTypes = {
  'approval.requested': { kind: 'derived', data: approvalRequestedSchema },
  'approval.decided': { kind: 'input', data: approvalDecidedSchema },
  'call.unsettled': {
    kind: 'input',
    data: z.strictObject({ tool_call_id: z.string(), reason }),
  },
  'call.questioned': { kind: 'derived', data: callQuestionedSchema },
  'call.answered': { kind: 'input', data: callAnsweredSchema },
} as const;
