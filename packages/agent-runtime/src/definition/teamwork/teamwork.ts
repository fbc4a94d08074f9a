import { z } from 'zod';
import {
  notEmptySchema,
  openObjectSchema,
  specNameSchema,
  toolEntrySchema,
} from '../contracts/spec-fields.ts';

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
  /** Earlier messages that the other agent gets before the payload. */
  filter: z.enum(['none', 'last', 'texts', 'all']).optional(),
});

/** Entry of `subagents` that stands for all other agents of the project. */
export const allSubagents = '*';

/** Agents to which the agent may delegate tasks, by name, or `*` alone. */
const subagentsSchema = z
  .array(z.union([z.literal(allSubagents), specNameSchema]))
  .min(1, 'needs at least one agent')
  .max(64, 'at most 64 agents')
  .refine((agents) => new Set(agents).size === agents.length, 'an agent is listed twice')
  .refine((agents) => agents.length === 1 || !agents.includes(allSubagents), '`*` stands alone');

/** Check that a text must pass: an output before it is shown (S3-93), the message of a run, or results of tools. */
const guardrailSchema = z
  .strictObject({
    name: notEmptySchema,
    policy: z.enum(['reject', 'repair']),
    schema: openObjectSchema.optional(),
    validator: z.literal('custom').optional(),
    on: z.enum(['output', 'input', 'tool_result']).optional(),
    /** Checks an input while the model works on it. */
    parallel: z.boolean().optional(),
    tools: z.array(toolEntrySchema).min(1, 'needs at least one tool').optional(),
  })
  .refine(
    ({ schema, validator }) => !schema !== !validator,
    'a guardrail needs either schema or `validator: custom`',
  )
  .refine(
    ({ on, policy }) => on !== 'input' || policy === 'reject',
    'a guardrail on input has `policy: reject`',
  )
  .refine(({ on, parallel }) => parallel === undefined || on === 'input', '`parallel` needs `on: input`')
  .refine(({ on, tools }) => tools === undefined || on === 'tool_result', '`tools` needs `on: tool_result`');

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
  /** Embedding model of a `vector_store` or `pgvector`: a model of the settings. */
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
      /** Absent: one file without a service. */
      backend: z.enum(['sqlite', 'vector_store', 'filesystem', 'redis', 'pgvector']).default('sqlite'),
      config: longTermConfigSchema.default({}),
    })
    .optional(),
});
export type AgentMemory = z.output<typeof memorySchema>;

const nodeNameSchema = notEmptySchema.max(200, 'at most 200 characters');

/** Names that conditions read as something else, or that no log can hold. */
const reservedKeys = new Set(['input', 'payload', '__proto__']);
const stateKeySchema = nodeNameSchema.refine(
  (name) => !reservedKeys.has(name),
  'is a reserved name: use another one',
);

/** Agents that work at the same time, each with a name under which conditions read its output. */
const parallelSchema = z
  .array(z.strictObject({ name: stateKeySchema, agent: specNameSchema }))
  .min(2, 'needs at least two branches')
  .max(32, 'at most 32 branches')
  .refine(
    (branches) => new Set(branches.map(({ name }) => name)).size === branches.length,
    'two branches have one name',
  );

/** Path of a list in the state: names joined by dots. */
const statePathSchema = z
  .string()
  .max(400, 'at most 400 characters')
  .regex(/^[^\s.]+(\.[^\s.]+)*$/, 'has to be the path of a list in the state, such as `analysis.findings`');

/** Ways to combine the values that branches give for one key of the state. */
const reducers = ['append', 'merge', 'sum', 'min', 'max', 'first', 'last'] as const;

const reduceSchema = z.record(stateKeySchema, z.enum(reducers));

/**
 * Node: the work of an agent, of several at the same time (`parallel`), of one for each item of a list (`map`) or of another workflow
 * (`subgraph`), a yes-or-no question for a person (S3-152), or edges only.
 */
const graphNodeSchema = z
  .strictObject({
    name: nodeNameSchema,
    agent: specNameSchema.optional(),
    approve: notEmptySchema.max(2_000, 'at most 2,000 characters').optional(),
    parallel: parallelSchema.optional(),
    map: statePathSchema.optional(),
    subgraph: specNameSchema.optional(),
    reduce: reduceSchema.optional(),
    retry: z.int().min(1).max(5, 'at most 5 further attempts').optional(),
  })
  .refine(
    ({ agent, approve, parallel, subgraph }) =>
      [agent, approve, parallel, subgraph].filter((member) => member !== undefined).length <= 1,
    'a node has one of agent, approve, parallel and subgraph',
  )
  .refine(
    ({ map, agent }) => map === undefined || agent !== undefined,
    '`map` needs the agent that works on each item',
  )
  .refine(
    ({ reduce, map, parallel }) => reduce === undefined || (map ?? parallel) !== undefined,
    '`reduce` needs map or parallel',
  )
  .refine(
    ({ retry, agent, parallel, subgraph }) =>
      retry === undefined || (agent ?? parallel ?? subgraph) !== undefined,
    '`retry` needs agent, parallel or subgraph',
  )
  .refine(
    ({ parallel = [], reduce = {} }) => parallel.every(({ name }) => !Object.hasOwn(reduce, name)),
    'a branch has the name of a reduced key: rename it',
  );

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
  subagents: subagentsSchema.optional(),
  guardrails: z.array(guardrailSchema).optional(),
  memory: memorySchema.optional(),
  graph: graphSchema.optional(),
  tracing: tracingSchema.optional(),
};
export const teamworkSchema = z.strictObject(teamworkShape);
export type Teamwork = z.output<typeof teamworkSchema>;
export const teamworkNames = Object.keys(teamworkShape) as (keyof Teamwork)[];
