import { z } from 'zod';
import { jsonValueSchema } from './json-values.ts';
import { memoryTypes } from './memory-types.ts';
import { continuationSchema } from './transcript.ts';

const attemptSchema = z.strictObject({
  model: z.string(),
  /** Key of the model in the settings; logs of earlier releases have none. */
  settings_key: z.string().exactOptional(),
  ok: z.boolean(),
  status: z.int().exactOptional(),
  error_class: z.string().exactOptional(),
  error_message: z.string().exactOptional(),
  elapsed_ms: z.int(),
});
export type ModelAttempt = z.infer<typeof attemptSchema>;

/** Limit of one response, which keeps the sums of a run exact. */
export const mostTokensOfAnswer = 1_000_000_000;
const tokens = z.int().min(0).max(mostTokensOfAnswer);

/** Tokens of one response. */
export const responseUsageSchema = z.strictObject({
  input_tokens: tokens,
  output_tokens: tokens,
  /** Input tokens that the provider's prompt cache held already, and those that it stored; absent if it reported none. */
  cache_read_input_tokens: tokens.exactOptional(),
  cache_write_input_tokens: tokens.exactOptional(),
  /** Set if the provider reported no usage, or only a part. */
  estimated: z.literal(true).exactOptional(),
});

const answerSchema = z.strictObject({
  model_call_id: z.string(),
  content: z.string(),
  thought: z.string(),
  /** Calls as received: an id may be missing, or occur twice. */
  tool_calls: z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() })),
  /** Present if the provider demands parts of the response back. */
  continuation: continuationSchema.exactOptional(),
  /** At least `end_turn`, `tool_use`, `max_tokens` (S1-12). */
  stop_reason: z.string(),
  model: z.string(),
  provider: z.string(),
  /** Key of the model that responded, which may be a fallback. */
  settings_key: z.string().exactOptional(),
  usage: responseUsageSchema,
  elapsed_ms: z.int().min(0),
  attempts: z.array(attemptSchema),
});
export type ModelAnswered = z.infer<typeof answerSchema>;

const decisionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('drop_memory_results') }),
  z.strictObject({
    type: z.literal('prune_tool_outputs'),
    attempt: z.int(),
    trimmed_count: z.int(),
    chars_saved: z.int(),
  }),
  z.strictObject({ type: z.literal('shrink_turns'), limit_turns: z.int() }),
  z.strictObject({ type: z.literal('auto_compact'), triggered: z.boolean() }),
]);

/** Size of a prompt, and the parts dropped to fit the window (S1-14 to S1-23). */
export const contextCostSchema = z.strictObject({
  context_window_tokens: z.int(),
  reserved_output_tokens: z.int(),
  limit: z.int(),
  limit_turns: z.int(),
  memory_dropped: z.boolean(),
  auto_compact: z.boolean(),
  estimated_tokens: z.strictObject({ total: z.int(), messages: z.int(), tools: z.int() }),
  estimated_tokens_coarse: z.strictObject({
    tools_schema: z.int(),
    tool_results: z.int(),
    history: z.int(),
    injections: z.int(),
    memory_knowledge: z.int(),
  }),
  decisions: z.array(decisionSchema),
});
export type ContextCost = z.infer<typeof contextCostSchema>;

export type ModelPurpose = 'repair_names' | 'repair_arguments' | 'repair_output' | 'compact';

export const modelTypes = {
  ...memoryTypes,
  'context.built': {
    kind: 'derived',
    data: z.strictObject({
      round: z.int(),
      fits: z.boolean(),
      context_cost: contextCostSchema,
      /** SHA-256 of the RFC 8785 bytes of the request's system text, messages and tools. */
      prompt_sha256: z.string(),
      /** The request itself, only at `verbose`. */
      prompt: jsonValueSchema.exactOptional(),
    }),
  },
  /** Summary of the older part of the running turn, which replaces that part from here on. */
  'context.compacted': {
    kind: 'derived',
    data: z.strictObject({ round: z.int(), messages: z.int().min(1), summary: z.string() }),
  },
  'model.requested': {
    kind: 'derived',
    data: z.strictObject({
      model_call_id: z.string(),
      round: z.int(),
      /** Purpose of a request that is no step of the conversation. */
      purpose: z.enum(['repair_names', 'repair_arguments', 'repair_output', 'compact']).exactOptional(),
      /**
       * Set if guardrails check the response before it is shown: the response is an attachment of the log, and
       * no view has it.
       */
      guarded: z.literal(true).exactOptional(),
      provider: z.string(),
      model: z.string(),
      settings_key: z.string().exactOptional(),
      max_output_tokens: z.int(),
      /** Reserve in addition to the output tokens: the estimated request, and the cost of both. */
      reserved: z
        .strictObject({ input_tokens: z.int(), cost: z.number().min(0).exactOptional() })
        .exactOptional(),
    }),
  },
  'model.delta': {
    kind: 'input',
    data: z.strictObject({ model_call_id: z.string(), content: z.string() }),
  },
  /** Event of another runtime that has no record of its own, such as an update of its memory. No decision depends on it. */
  'model.step': {
    kind: 'input',
    data: z.strictObject({
      model_call_id: z.string(),
      event: z.string().min(1).max(100),
      detail: z.string().max(2_000),
    }),
  },
  'model.answered': { kind: 'input', data: answerSchema },
  'model.failed': {
    kind: 'input',
    data: z.strictObject({
      model_call_id: z.string(),
      code: z.string(),
      message: z.string(),
      attempts: z.array(attemptSchema),
    }),
  },
} as const;
