import { z } from 'zod';
import { conditionErrorSchema } from './deciding-rule.ts';
import { jsonObjectSchema, jsonValueSchema } from './json-values.ts';
import { sessionValueSchema } from './session-memory.ts';
import { chatMessageSchema } from './transcript.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1);

/** Node: the work of an agent, the decision of a person, or a branch, which has only edges. */
export const graphNodeSchema = z.strictObject({
  name,
  agent: z.string().exactOptional(),
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

export const graphTypes = {
  /** Checkpoint: a run can be forked to begin here, with the state at that time. */
  'graph.node_started': {
    kind: 'derived',
    data: z.strictObject({ node: name, visit: z.int().min(1), agent: z.string().exactOptional() }),
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
