import { z } from 'zod';
import {
  conditionErrorSchema,
  dataActionSchema,
  decidingRuleSchema,
  policyNameSchema,
} from './deciding-rule.ts';
import { jsonObjectSchema } from './json-values.ts';
import { mediaSchema } from './media.ts';
import { bundleNameSchema } from './policy-bundle-types.ts';
import { repairTypes } from './repair-types.ts';
import { usageSchema } from './usage.ts';

const json = jsonObjectSchema;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const callOutcomeSchema = z.strictObject({
  status: z.enum(['ok', 'error']),
  content: z.array(z.strictObject({ type: z.literal('text'), text: z.string() })),
  error: z.strictObject({ code: z.string(), message: z.string() }).exactOptional(),
  /** Files next to the text. */
  media: z.array(mediaSchema).min(1).max(8).exactOptional(),
  metadata: json,
  tainted: z.boolean().exactOptional(),
});
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

export const nameResolutions = ['exact', 'alias', 'normalized', 'repaired', 'unknown', 'missing'] as const;
export const callSources = ['native', 'mcp', 'skills', 'home', 'policy', 'invalid_args'] as const;

export const policyDecidedSchema = z.strictObject({
  /** `data.read` and `data.write` are used for memory only; `data_action` holds the data access of a call. */
  action: z.enum(['tool.call', 'model.use', 'data.read', 'data.write']),
  effect: z.enum(['allow', 'confirm', 'deny']),
  /** Reason for branching; absent if the call is allowed. */
  code: z.string().exactOptional(),
  rules: z.array(decidingRuleSchema),
  /** Conditions that failed, including those without an effect on the decision. */
  condition_errors: z
    .array(z.strictObject({ policy: policyNameSchema, rule: z.string(), error: conditionErrorSchema }))
    .exactOptional(),
  agent: z.string(),
  tainted: z.boolean(),
  tool_call_id: z.string().exactOptional(),
  tool: z.string().exactOptional(),
  /** Set for a tool with a data scope and for tools of the home: policies for data were evaluated as well. */
  data_action: dataActionSchema.exactOptional(),
  risk: z.string().exactOptional(),
  arguments_sha256: sha256.exactOptional(),
  /** Approval that turned a required confirmation into an allow. */
  approval_id: z.string().exactOptional(),
  provider: z.string().exactOptional(),
  model: z.string().exactOptional(),
  /** Certified policies of the run's identity that took part. */
  bundle: bundleNameSchema.exactOptional(),
});
export type ConditionFailure = NonNullable<PolicyDecided['condition_errors']>[number];
export type PolicyDecided = z.infer<typeof policyDecidedSchema>;

export const callRequestedSchema = z.strictObject({
  tool_call_id: z.string(),
  /** Name that the model wrote. */
  requested_name: z.string(),
  /** Tool to execute after resolution; empty if there is none. */
  name: z.string(),
  name_resolution: z.enum(nameResolutions),
  arguments: json,
  arguments_summary: z.string(),
  source: z.enum(callSources),
  arguments_parse_error: z.enum(['invalid_json', 'too_large']).exactOptional(),
  /** True if invalid syntax was mended without a model; the decision is about the mended arguments. */
  arguments_mended: z.boolean().exactOptional(),
  /** True if a model repaired the arguments; the decision is about the repaired ones. */
  arguments_repaired: z.boolean().exactOptional(),
  /** Preview of the text as written, if it could not be parsed. */
  arguments_raw: z.string().exactOptional(),
  /** Short descriptions of violations of the tool's schema, one line each. */
  schema_errors: z.array(z.string()).exactOptional(),
  /** Reason why the call is refused before any decision, such as `call_without_id`. */
  problem: z.string().exactOptional(),
});
export type CallRequested = z.infer<typeof callRequestedSchema>;

export const callTypes = {
  ...repairTypes,
  'call.requested': { kind: 'derived', data: callRequestedSchema },
  'policy.decided': { kind: 'derived', data: policyDecidedSchema },
  'call.prepared': { kind: 'input', data: z.strictObject({ tool_call_id: z.string(), prepared: json }) },
  'call.finished': {
    kind: 'input',
    data: z.strictObject({
      tool_call_id: z.string(),
      outcome: callOutcomeSchema,
      /** True if the result was found after a crash and not returned by the call itself. */
      settled: z.boolean(),
      elapsed_ms: z.int().min(0),
      /** Usage of the runs that the call delegated, which counts against the limits of this run. */
      delegated: usageSchema.exactOptional(),
    }),
  },
} as const;
