import { z } from 'zod';
import { answererSchema } from '../../catalogue/approval-types.ts';
import { nameResolutions } from '../../catalogue/call-types.ts';
import { decidingRuleSchema } from '../../catalogue/deciding-rule.ts';
import { responseUsageSchema } from '../../catalogue/model-types.ts';
import { usageSchema } from '../../catalogue/usage.ts';
import { shownTextSchema } from './shown-text.ts';

const text = shownTextSchema;
const name = z.string();
const count = z.int().min(0);

const step = {
  /** Record that the step begins with. */
  seq: count,
  /** RFC 3339. */
  time: z.string(),
  /** Agent at work. */
  agent: z.string(),
  /** Records that the step was made of. */
  records: z.array(count),
};

const error = z.strictObject({ code: z.string(), message: z.string() });

const decision = z.strictObject({
  effect: z.enum(['allow', 'confirm', 'deny']),
  code: z.string().exactOptional(),
  risk: z.string().exactOptional(),
  rules: z.array(decidingRuleSchema),
});

const approval = z.strictObject({
  /** True if a refusal ends the run. */
  required: z.boolean(),
  /** RFC 3339. */
  expires_at: z.string(),
  decision: z.enum(['approve', 'deny', 'expired', 'unavailable']).exactOptional(),
  by: answererSchema.exactOptional(),
  reason: z.string().exactOptional(),
});

const responseStep = z.strictObject({
  ...step,
  kind: z.literal('response'),
  round: z.int(),
  /** Purpose of a request that is no step of the conversation. */
  purpose: z.enum(['repair_names', 'repair_arguments', 'repair_output', 'compact']).exactOptional(),
  provider: name,
  model: name,
  state: z.enum(['pending', 'finished', 'failed']),
  /** Text so far, if it is streamed. */
  text,
  thought: text.exactOptional(),
  /** True if guardrails check the text before it is shown. */
  is_withheld: z.boolean(),
  error: error.exactOptional(),
  stop_reason: z.string().exactOptional(),
  elapsed_ms: count.exactOptional(),
  usage: responseUsageSchema.exactOptional(),
  /** Estimated tokens of the request, and the most that fit. */
  context: z.strictObject({ tokens: z.int(), limit: z.int() }).exactOptional(),
  /** Failed attempts, at the model or its fallbacks. */
  failed_attempts: z.array(
    z.strictObject({ model: name, status: z.int().exactOptional(), message: z.string().exactOptional() }),
  ),
});

const callStep = z.strictObject({
  ...step,
  kind: z.literal('call'),
  tool_call_id: z.string(),
  /** Canonical name; empty if the written name means no tool. */
  tool: name,
  requested_name: name,
  name_resolution: z.enum(nameResolutions),
  arguments: text,
  /** Correction of the arguments: of their syntax, or by a model. */
  mended: z.enum(['syntax', 'model']).exactOptional(),
  /** Reasons why the arguments do not fit, and why the call is refused before a decision. */
  problems: z.array(z.string()),
  state: z.enum(['requested', 'waiting', 'running', 'ok', 'error', 'refused']),
  /** A confirmation is followed by a second decision. */
  decisions: z.array(decision),
  approval: approval.exactOptional(),
  /** Question whether a call of a dead process was made. */
  settlement: z
    .strictObject({ reply: z.enum(['done', 'not_done', 'give_up', 'unavailable']).exactOptional() })
    .exactOptional(),
  result: text.exactOptional(),
  error: error.exactOptional(),
  /** True if the result has text of others. */
  is_tainted: z.boolean(),
  elapsed_ms: count.exactOptional(),
  /** Runs that the call delegated. */
  runs: z.array(z.strictObject({ run_id: z.string(), agent: name })),
});

const messageStep = z.strictObject({
  ...step,
  kind: z.literal('message'),
  origin: name,
  text,
  is_tainted: z.boolean(),
});

const decisionStep = z.strictObject({
  ...step,
  kind: z.literal('decision'),
  action: z.enum(['model.use', 'data.read', 'data.write', 'tool.call']),
  subject: name,
  decision,
});

const agentStep = z.strictObject({
  ...step,
  kind: z.literal('agent'),
  event: z.enum(['started', 'resumed', 'unavailable']),
  name,
  error: error.exactOptional(),
});

const handoffStep = z.strictObject({
  ...step,
  kind: z.literal('handoff'),
  from: name,
  to: name,
  reason: z.string(),
  payload: text.exactOptional(),
  condition: z.string().exactOptional(),
  /** Code of a refusal. */
  code: z.string().exactOptional(),
});

const nodeStep = z.strictObject({
  ...step,
  kind: z.literal('node'),
  node: name,
  visit: z.int(),
  worker: name.exactOptional(),
  state: z.enum(['running', 'finished']),
  output: text.exactOptional(),
  /** Approval of a person that the node waits for. */
  approval: approval.exactOptional(),
});

const branchesStep = z.strictObject({
  ...step,
  kind: z.literal('branches'),
  node: name,
  attempt: z.int(),
  tool_call_id: z.string(),
  branches: z.array(
    z.strictObject({
      id: z.string(),
      agent: name,
      run_id: z.string().exactOptional(),
      status: z.enum(['answered', 'failed', 'cancelled']).exactOptional(),
      code: z.string().exactOptional(),
    }),
  ),
});

const edgeStep = z.strictObject({
  ...step,
  kind: z.literal('edge'),
  from: name,
  to: name,
  condition: z.string().exactOptional(),
  passed_by: z.array(z.strictObject({ to: name, condition: z.string(), error: z.string().exactOptional() })),
});

const guardrailStep = z.strictObject({
  ...step,
  kind: z.literal('guardrail'),
  name,
  policy: z.enum(['reject', 'repair']),
  passed: z.boolean(),
  on: z.enum(['output', 'input', 'tool_result']),
  attempt: z.int(),
  errors: z.array(z.string()),
});

const memoryStep = z.strictObject({
  ...step,
  kind: z.literal('memory'),
  event: z.enum(['recalled', 'memorized', 'remembered', 'unavailable']),
  entries: z.array(z.strictObject({ key: z.string().exactOptional(), text, is_tainted: z.boolean() })),
  error: error.exactOptional(),
});

const noteStep = z.strictObject({
  ...step,
  kind: z.literal('note'),
  event: z.enum([
    'resumed',
    'timed_out',
    'cancel_requested',
    'compacted',
    'names_repaired',
    'arguments_repaired',
    'policies_updated',
    'policies_stale',
  ]),
  text: text.exactOptional(),
  /** Messages that a summary replaces, repaired calls, or policies. */
  count: count.exactOptional(),
});

const endStep = z.strictObject({
  ...step,
  kind: z.literal('end'),
  status: z.enum(['answered', 'failed', 'cancelled']),
  error: error.exactOptional(),
  answer: text,
  usage: usageSchema,
});

/** Step of a run as a reader follows it: one or several records that belong together. */
export const conversationStepSchema = z.discriminatedUnion('kind', [
  ...[messageStep, responseStep, callStep, decisionStep, agentStep, handoffStep, nodeStep],
  ...[branchesStep, edgeStep, guardrailStep, memoryStep, noteStep, endStep],
] as const);
export type ConversationStep = z.infer<typeof conversationStepSchema>;
export type StepOf<Kind extends ConversationStep['kind']> = Extract<ConversationStep, { kind: Kind }>;
