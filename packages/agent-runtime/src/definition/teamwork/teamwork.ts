import { z } from 'zod';
import { notEmptySchema, openObjectSchema, specNameSchema } from '../contracts/spec-fields.ts';

/** Rules that choose an agent for a prompt without a named agent (S3-75 to S3-78). */
const triggerSchema = z
  .strictObject({
    intent: notEmptySchema.optional(),
    keywords: z.array(notEmptySchema).min(1, 'needs at least one keyword').optional(),
    regex: notEmptySchema.optional(),
    priority: z.number().default(0),
    match: z.enum(['word', 'substring']).default('word'),
  })
  .refine(({ keywords, regex }) => keywords ?? regex, 'a trigger needs keywords or regex')
  .refine(({ intent, keywords }) => intent || !keywords, 'keywords need intent');

/** Target of a handoff, its condition and its payload (S3-83). */
const handoffSchema = z.strictObject({
  to: specNameSchema,
  when: notEmptySchema.optional(),
  payload: z.strictObject({ schema: openObjectSchema }).optional(),
});

/** Check that an output must pass before it is shown (S3-93). */
const guardrailSchema = z
  .strictObject({
    name: notEmptySchema,
    policy: z.enum(['reject', 'repair']),
    schema: openObjectSchema.optional(),
    validator: z.literal('custom').optional(),
  })
  .refine(
    ({ schema, validator }) => !schema !== !validator,
    'a guardrail needs either schema or `validator: custom`',
  );

/** Keys are shown to models and used in conditions and tool schemas. */
const sessionKeySchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'needs 1 to 64 letters, digits and _, beginning with a letter');

const longTermConfigSchema = z.strictObject({
  /** Sessions of the agent that share a memory; default: all of them. */
  scope: z.enum(['agent', 'session']).optional(),
  /** Largest number of entries of one recall; default 5 (S3-103). */
  limit: z.int().min(1).max(100).optional(),
  /** Index of a `vector_store`; texts are the same in all of them. */
  index_name: z.string().min(1).max(200).optional(),
  /** Embedding model of a `vector_store`: a model of the settings. */
  embedding_model: notEmptySchema.optional(),
});

/** Memory that an agent keeps beyond a turn (S3-100, S3-101). */
const memorySchema = z.strictObject({
  session: z
    .array(sessionKeySchema)
    .max(32, 'at most 32 keys')
    .refine((keys) => new Set(keys).size === keys.length, 'a key is listed twice')
    .default([]),
  long_term: z
    .strictObject({
      backend: z.enum(['vector_store', 'filesystem', 'redis']),
      config: longTermConfigSchema.default({}),
    })
    .optional(),
});
export type AgentMemory = z.output<typeof memorySchema>;

/** Node: the work of an agent, a yes-or-no question for a person (S3-152), or a branch. */
const graphNodeSchema = z
  .strictObject({
    name: notEmptySchema.max(200, 'at most 200 characters'),
    agent: specNameSchema.optional(),
    approve: notEmptySchema.max(2_000, 'at most 2,000 characters').optional(),
  })
  .refine(({ agent, approve }) => !(agent && approve), 'a node has either agent or approve, not both');

/** Agents as nodes, and edges between them; `END` is the end (S3-106). */
export const graphSchema = z.strictObject({
  entry: notEmptySchema,
  nodes: z.array(graphNodeSchema).min(1, 'needs at least one node').max(10_000, 'at most 10,000 nodes'),
  edges: z.array(
    z.strictObject({ from: notEmptySchema, to: notEmptySchema, condition: notEmptySchema.optional() }),
  ),
});
export type Graph = z.output<typeof graphSchema>;

/** Tracing: the exported parts of a run, their destination and the sampled share (S3-112). */
const tracingSchema = z.strictObject({
  enabled: z.boolean().default(true),
  events: z
    .array(z.enum(['llm', 'tool', 'handoff', 'guardrail']))
    .default(['llm', 'tool', 'handoff', 'guardrail']),
  /** Absent: that of the settings. */
  backend: z.enum(['console', 'langsmith', 'opentelemetry']).optional(),
  sample_rate: z.number().min(0).max(1).default(1),
});
export type AgentTracing = z.output<typeof tracingSchema>;

/** Members of a definition for teamwork, memory and tracing. */
export const teamworkShape = {
  triggers: z.array(triggerSchema).optional(),
  handoffs: z.array(handoffSchema).optional(),
  guardrails: z.array(guardrailSchema).optional(),
  memory: memorySchema.optional(),
  graph: graphSchema.optional(),
  tracing: tracingSchema.optional(),
};
export const teamworkSchema = z.strictObject(teamworkShape);
export type Teamwork = z.output<typeof teamworkSchema>;
export const teamworkNames = Object.keys(teamworkShape) as (keyof Teamwork)[];
