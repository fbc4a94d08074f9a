import { z } from 'zod';
import { conditionErrorSchema } from './deciding-rule.ts';
import { jsonObjectSchema, jsonValueSchema } from './json-values.ts';
import { sessionValueSchema } from './session-memory.ts';
import { chatMessageSchema } from './transcript.ts';
import { usageSchema } from './usage.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1);

/** Ways to combine the values that several branches give for one key of the state. */
export const reducers = ['append', 'merge', 'sum', 'min', 'max', 'first', 'last'] as const;
const reducerSchema = z.enum(reducers);
export type Reducer = z.infer<typeof reducerSchema>;

/** Node: the work of an agent, of several at the same time, or of another graph; the decision of a person; or edges only. */
export const graphNodeSchema = z.strictObject({
  name,
  agent: z.string().exactOptional(),
  /** Agents that work at the same time. */
  parallel: z
    .array(z.strictObject({ name, agent: z.string() }))
    .min(1)
    .exactOptional(),
  /** Path of a list in the state: the agent works on each item, on several at the same time. */
  map: z.string().exactOptional(),
  /** Workflow whose graph is the work of the node. */
  subgraph: z.string().exactOptional(),
  /** Reducers by state key, for `parallel` and `map`. */
  reduce: z.record(z.string(), reducerSchema).exactOptional(),
  /** Further attempts at branches that failed. */
  retry: z.int().min(1).exactOptional(),
  /** The question that a person answers with yes or no (S3-152). */
  approve: z.string().exactOptional(),
});
export type GraphNode = z.infer<typeof graphNodeSchema>;

/** Start of a forked run: a checkpoint of another run, with the values known there. */
export const graphStartSchema = z.strictObject({
  origin: z.strictObject({ run_id: z.string(), seq: z.int().min(0), hash: sha256 }),
  node: name,
  task: z.string(),
  tainted: z.boolean(),
  values: jsonObjectSchema,
  /** Names of the values that were set for the fork. */
  edited: z.array(z.string()).min(1).exactOptional(),
  visits: z.record(z.string(), z.int().min(1)),
  /** Contexts of the agents of its nodes at that point. */
  contexts: z.array(
    z.strictObject({
      agent: z.string(),
      messages: z.array(chatMessageSchema),
      tainted: z.boolean(),
      remembered: z.array(sessionValueSchema),
    }),
  ),
});
export type GraphStart = z.infer<typeof graphStartSchema>;

/** Graph of a workflow as its runs use it (S3-106). */
export const pinnedGraphSchema = z.strictObject({
  entry: name,
  nodes: z.array(graphNodeSchema).min(1),
  edges: z.array(z.strictObject({ from: name, to: name, condition: z.string().exactOptional() })),
  /** Set for a fork only. */
  start: graphStartSchema.exactOptional(),
});
export type PinnedGraph = z.infer<typeof pinnedGraphSchema>;

const branchResultSchema = z.strictObject({
  id: z.string(),
  agent: z.string(),
  run_id: z.string(),
  status: z.enum(['answered', 'failed', 'cancelled']),
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
  answer: z.string(),
  tainted: z.boolean(),
  /** Last record of its log, and the sha256 of that; absent if there is no log. */
  head: z.strictObject({ seq: z.int().min(0), hash: sha256 }).exactOptional(),
});
export type BranchResult = z.infer<typeof branchResultSchema>;

export const graphTypes = {
  /** Checkpoint: a run can be forked to begin here, with the state at that time. */
  'graph.node_started': {
    kind: 'derived',
    data: z.strictObject({ node: name, visit: z.int().min(1), agent: z.string().exactOptional() }),
  },
  /** Runs that do the work of a node begin: each has a log of its own. */
  'graph.branches_started': {
    kind: 'derived',
    data: z.strictObject({
      node: name,
      visit: z.int().min(1),
      attempt: z.int().min(1),
      branches: z.array(z.strictObject({ id: z.string(), agent: z.string() })).min(1),
    }),
  },
  'graph.branches_ended': {
    kind: 'input',
    data: z.strictObject({
      node: name,
      attempt: z.int().min(1),
      /** In the order in which the branches were started, whichever ended first. */
      results: z.array(branchResultSchema).min(1),
      delegated: usageSchema,
    }),
  },
  'graph.node_ended': {
    kind: 'derived',
    data: z.strictObject({ node: name, visit: z.int().min(1), output: jsonValueSchema }),
  },
  /** The edge taken from a node, with every edge evaluated before it. */
  'graph.edge_taken': {
    kind: 'derived',
    data: z.strictObject({
      from: name,
      /** `END` if the graph ends, including if no edge's condition holds (S3-220). */
      to: name,
      condition: z.string().exactOptional(),
      passed_by: z.array(
        z.strictObject({ to: name, condition: z.string(), error: conditionErrorSchema.exactOptional() }),
      ),
    }),
  },
} as const;
