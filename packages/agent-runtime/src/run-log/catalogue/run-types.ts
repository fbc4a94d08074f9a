import { z } from 'zod';
import { parentRunSchema, pinnedSubagentSchema } from './delegation-types.ts';
import { pinnedGraphSchema } from './graph-types.ts';
import { pinnedGuardrailSchema } from './guardrail-types.ts';
import { pinnedHandoffSchema } from './handoff-types.ts';
import { jsonObjectSchema } from './json-values.ts';
import { mediaKinds } from './media.ts';
import { pinnedMemorySchema } from './memory-types.ts';
import { pinnedPolicySchema, runLimitsSchema, toolListsSchema } from './pinned-rules.ts';
import { pinnedBundleSchema } from './policy-bundle-types.ts';
import { presentRulesSchema } from './present-rules.ts';
import { privateFields } from './private-fields.ts';
import { pinnedRepairSchema } from './repair-types.ts';
import { sessionMemorySchema } from './session-memory.ts';
import { chatMessageSchema } from './transcript.ts';
import { usageSchema } from './usage.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const riskLevel = z.enum(['safe', 'low', 'medium', 'high', 'critical']);
const json = jsonObjectSchema;

/** Ten years, so that adding it to a time gives a valid time. */
export const longestApprovalMs = 10 * 366 * 24 * 60 * 60 * 1_000;

/** Tool as pinned for the run; later changes of its provider do not apply. */
export const pinnedToolSchema = z.strictObject({
  name: z.string(),
  /** Name that the model uses for it. */
  wire_name: z.string(),
  source: z.enum(['native', 'mcp', 'skills', 'home']),
  description: z.string(),
  parameters: json,
  aliases: z.array(z.string()),
  risk: riskLevel,
  side_effects: z.boolean(),
  idempotent: z.boolean(),
  prepares: z.boolean(),
  timeout_ms: z.int(),
  /** Data boundary (S0-64): a call is decided as reading or writing data as well. */
  data_scope: json.exactOptional(),
  /** Set for a locked tool, which is hidden from the model; calls of it are decided all the same. */
  hidden: z.literal(true).exactOptional(),
});
export type PinnedTool = z.infer<typeof pinnedToolSchema>;

/** Identity of an agent, from its certified card. */
export const runIdentitySchema = z.strictObject({
  agent_id: z.string(),
  home: z.string(),
  card_sha256: sha256,
  key_id: z.string(),
});
export type RunIdentity = z.infer<typeof runIdentitySchema>;

/** Price of a million tokens. */
const priceSchema = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  /** Input tokens that a prompt cache holds already, and those that it stores; absent: `input`. */
  cache_read: z.number().min(0).exactOptional(),
  cache_write: z.number().min(0).exactOptional(),
});

/** Specs of a home, read at one moment, each with its version and hash. */
const registeredSpecsSchema = z.strictObject({
  /** URL of the home. */
  home: z.string(),
  /** Hash of the set that the user trusted. */
  set_sha256: sha256,
  specs: z
    .array(
      z.strictObject({
        kind: z.enum(['Agent', 'Tool', 'Policy']),
        name: z.string(),
        version: z.string(),
        sha256,
      }),
    )
    .min(1),
});
export type RegisteredSpecs = z.infer<typeof registeredSpecsSchema>;

/** Settings of an agent during a leg of a run; later changes of its files do not apply. */
const legShape = {
  agent: z.string().min(1),
  title: z.string(),
  /** The definition as it was decoded, with its defaults. */
  definition: json,
  definition_sha256: sha256,
  system_prompt: z.string(),
  lists: toolListsSchema,
  tools: z.array(pinnedToolSchema),
  /**
   * Names of the configured MCP servers, including unavailable ones, so that the name of one of their tools means no other tool.
   */
  servers: z.array(z.string()).exactOptional(),
  policies: z.array(pinnedPolicySchema),
  limits: runLimitsSchema,
  model: z.strictObject({
    provider: z.string(),
    name: z.string(),
    /** Its key in the settings' `models`, which alone identifies it; logs of earlier releases have none. */
    settings_key: z.string().exactOptional(),
    params: json,
    context_window: z.int(),
    reserved_output: z.int(),
    /** Price per million tokens: the highest of the model and its fallbacks. */
    price: priceSchema.exactOptional(),
    /** Price of each model by its settings key; a response costs the price of the model that gave it. */
    prices: z.record(z.string(), priceSchema).exactOptional(),
    /** Files that it and its fallbacks take in addition to text. */
    input: z.array(z.enum(mediaKinds)).exactOptional(),
  }),
  /** Messages of the agent in the session so far, oldest first. */
  context: z.array(chatMessageSchema),
  /** True if that context has text of others. */
  tainted: z.boolean(),
  identity: runIdentitySchema.exactOptional(),
  memory: pinnedMemorySchema.exactOptional(),
  session_memory: sessionMemorySchema.exactOptional(),
  repair: pinnedRepairSchema.exactOptional(),
  /** Guardrails in execution order; absent without guardrails. */
  guardrails: z.array(pinnedGuardrailSchema).min(1).exactOptional(),
  /** Context settings of the conversation; older logs have none. */
  context_bounds: z.strictObject({ limit_turns: z.int().min(1), auto_compact: z.boolean() }).exactOptional(),
  /** Agents that this agent may hand over to. */
  handoffs: z.array(pinnedHandoffSchema).exactOptional(),
  /** Versions of a home's registry of which the agent consists; absent for an agent of files. */
  registered: registeredSpecsSchema.exactOptional(),
  /** Agents that this agent may delegate tasks to. */
  subagents: z.array(pinnedSubagentSchema).min(1).exactOptional(),
};
export const runLegSchema = z.strictObject(legShape);
export type RunLeg = z.infer<typeof runLegSchema>;

/** Complete setup of a run: with it and the later inputs, every replay computes the same bytes. */
export const runStartedSchema = z.strictObject({
  ...legShape,
  /**
   * Version of the loop that wrote this log. Since 2 no repaired argument has a value that the model did not write; 3 has its own
   * texts for models and users.
   */
  format: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  // Meets the minimum length in the platform's contract for events (S0-66).
  run_id: z.string().min(6),
  session_id: z.string().min(6),
  operator: z.strictObject({
    auto_approve: z.array(z.string()),
    unlocked: z.array(z.string()),
    /** Milliseconds in which a person must answer; absent if there is no approver. */
    approval_expires_ms: z.int().min(1).max(longestApprovalMs).exactOptional(),
    /** Set if only a certified decision of a home approves a call. */
    approvals_by: z.literal('home').exactOptional(),
  }),
  event_level: z.enum(['minimal', 'standard', 'verbose']),
  /** Set for a workflow: its own agent calls no model, and its nodes are legs. */
  graph: pinnedGraphSchema.exactOptional(),
  /** Set for a run that another run delegated. */
  parent: parentRunSchema.exactOptional(),
  /** Certified policies for the run's identity, in addition to those of its agents. Absent without an identity or a bundle. */
  policy_bundle: pinnedBundleSchema.exactOptional(),
  /** 32 random bytes in hexadecimal. They keep a run secret whose content could otherwise be guessed from its published head. */
  salt: sha256,
  /** Content that only commitments may leave the machine for. Absent if nothing is private. */
  private_fields: z.array(z.enum(privateFields)).min(1).exactOptional(),
  /** 32 random bytes in hexadecimal, from which the salts of those commitments are made. */
  private_key: sha256.exactOptional(),
});
export type RunStarted = z.infer<typeof runStartedSchema>;

export const runEndedSchema = z.strictObject({
  status: z.enum(['answered', 'failed', 'cancelled']),
  /** Reason if the run was not answered. */
  code: z.string().exactOptional(),
  /** Further details if the code is not sufficient. */
  message: z.string().exactOptional(),
  answer: z.string(),
  /** Usage of all legs. */
  usage: usageSchema,
});
export type RunEnded = z.infer<typeof runEndedSchema>;

export const runTypes = {
  'run.started': { kind: 'input', data: runStartedSchema },
  'run.resumed': {
    kind: 'input',
    data: z.strictObject({
      reason: z.string(),
      /** Bytes cut off from an incomplete last line of a dead process. */
      torn_bytes: z.int().min(1).exactOptional(),
      /** Absent if only the rules of the beginning are known. */
      present: presentRulesSchema.exactOptional(),
    }),
  },
  'run.timed_out': { kind: 'input', data: z.strictObject({ timeout_ms: z.int() }) },
  'run.cancel_requested': { kind: 'input', data: z.strictObject({ reason: z.string() }) },
  'run.ended': { kind: 'derived', data: runEndedSchema },
} as const;
