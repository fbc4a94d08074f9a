import { z } from 'zod';
import { graphNodeSchema } from '../../catalogue/graph-types.ts';
import { jsonObjectSchema } from '../../catalogue/json-values.ts';
import { usageSchema } from '../../catalogue/usage.ts';
import { runRecordSchema } from '../../record/run-record.ts';
import { conversationStepSchema } from './step-schema.ts';

const count = z.int().min(0);

/** Facts of a run that its verified records give. */
export const runOverviewSchema = z.strictObject({
  run_id: z.string(),
  session_id: z.string(),
  agent: z.string(),
  title: z.string(),
  /** Run and call that delegated this one. */
  parent: z.strictObject({ run_id: z.string(), agent: z.string(), tool_call_id: z.string() }).exactOptional(),
  model: z.strictObject({
    provider: z.string(),
    name: z.string(),
    settings_key: z.string().exactOptional(),
  }),
  /** Models that responded, by their keys in the settings, else by their names. */
  models: z.array(z.string()),
  /** Tools that were called, by their canonical names. */
  tools: z.array(z.string()),
  status: z.enum(['open', 'answered', 'failed', 'cancelled']),
  code: z.string().exactOptional(),
  message: z.string().exactOptional(),
  /** RFC 3339. */
  started_at: z.string(),
  /** From the first record to the last one, in milliseconds. */
  duration_ms: count,
  /** Usage so far if the run has not ended. */
  usage: usageSchema,
  /** Beginning of the message that started the run. */
  asked: z.string(),
  has_graph: z.boolean(),
  records: count,
});
export type RunOverview = z.infer<typeof runOverviewSchema>;

/** Span of the timeline. */
export const timelineSpanSchema = z.strictObject({
  span_id: z.string(),
  /** Record that the span begins with. */
  seq: count,
  /** Agent, model, tool or action. */
  subject: z.string(),
  kind: z.enum(['agent', 'llm', 'tool', 'system', 'approval', 'delegation']),
  status: z.enum(['ok', 'error', 'canceled']),
  /** True if it has not ended yet. */
  is_open: z.literal(true).exactOptional(),
  /** Number of spans around it. */
  depth: count,
  /** From the start of the run, in milliseconds. */
  start_ms: count,
  duration_ms: count,
  /** From the request of a call to its start: decisions, approvals and the calls before it. */
  wait_ms: count.exactOptional(),
  /** Input and output tokens of a model call. */
  tokens: count.exactOptional(),
  /** Effect of a decision. */
  effect: z.enum(['allow', 'confirm', 'deny']).exactOptional(),
  /** Code of an error or a refusal. */
  code: z.string().exactOptional(),
});
export type TimelineSpan = z.infer<typeof timelineSpanSchema>;

/** Graph of a workflow with its progress in a run. */
export const runGraphSchema = z.strictObject({
  entry: z.string(),
  nodes: z.array(
    graphNodeSchema.extend({
      visits: count,
      /** True if the run is at this node. */
      is_at_work: z.boolean(),
    }),
  ),
  edges: z.array(
    z.strictObject({
      from: z.string(),
      to: z.string(),
      condition: z.string().exactOptional(),
      /** How many times the run took this edge. */
      taken: count,
    }),
  ),
});
export type RunGraph = z.infer<typeof runGraphSchema>;

/** Node of the graph of S1, with the edges that lead to it. */
export const dagItemSchema = z.strictObject({
  /** Record that the node begins with. */
  seq: count,
  node: z.strictObject({
    id: z.string(),
    type: z.enum(['agent_message', 'character_message', 'task']),
    round: z.int(),
    state: z.enum(['pending', 'finished', 'failed']),
    body: z.strictObject({
      input: jsonObjectSchema,
      output: jsonObjectSchema.nullable(),
      output_preview: z.string(),
    }),
    metadata: jsonObjectSchema,
    events: z.array(
      z.strictObject({
        type: z.literal('output_delta'),
        seq: count,
        time: z.string(),
        content: z.string(),
      }),
    ),
    streamed_output: z.boolean(),
  }),
  from: z.array(z.strictObject({ node: z.string(), type: z.enum(['sequence', 'dependency']) })),
});
export type DagItem = z.infer<typeof dagItemSchema>;

/** Part of a list that is read in several pieces. */
const pieceOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), total: count, next: count.exactOptional() });

export const stepsPieceSchema = pieceOf(conversationStepSchema);
export type StepsPiece = z.infer<typeof stepsPieceSchema>;
export const spansPieceSchema = pieceOf(timelineSpanSchema);
export type SpansPiece = z.infer<typeof spansPieceSchema>;
export const dagPieceSchema = pieceOf(dagItemSchema);
export type DagPiece = z.infer<typeof dagPieceSchema>;
export const recordsPieceSchema = pieceOf(runRecordSchema);
export type RecordsPiece = z.infer<typeof recordsPieceSchema>;

/** States of a run on the machine that has its log. */
export const runStateSchema = z.enum([
  ...['answered', 'failed', 'cancelled'],
  ...['running', 'waiting', 'resumable', 'interrupted', 'damaged'],
] as const);
export type RunState = z.infer<typeof runStateSchema>;

/** Fault of a log: its code and an explanation. */
export const runFaultSchema = z.strictObject({ code: z.string(), message: z.string() });

/** A run in a list. Without an overview its log has no readable start. */
export const listedRunSchema = z.strictObject({
  run_id: z.string(),
  /** Number in `runs list`; delegated runs have none. */
  number: z.int().min(1).exactOptional(),
  state: runStateSchema,
  overview: runOverviewSchema.exactOptional(),
  /** First fault of the log: the records before it are shown. */
  fault: runFaultSchema.exactOptional(),
  /** True if this machine wrote the log: another one is shown, and never continued. False while the log is being verified. */
  is_authentic: z.boolean(),
  /** Progress while the log is being verified: the overview, the lists and the head then end at the last verified record. */
  verifying: z.strictObject({ verified: count, records: count }).exactOptional(),
});
export type ListedRun = z.infer<typeof listedRunSchema>;

export const runsListSchema = z.strictObject({
  /** Newest first. */
  runs: z.array(listedRunSchema),
  /** Number of runs that the filters match. */
  total: count,
  /** Offset of the next page. */
  next: count.exactOptional(),
  /** Number of logs that are not read yet: filters do not find them. */
  unread: count,
  /** Values that filters can have. */
  values: z.strictObject({
    agents: z.array(z.string()),
    tools: z.array(z.string()),
    models: z.array(z.string()),
    codes: z.array(z.string()),
  }),
});
export type RunsList = z.infer<typeof runsListSchema>;

/** A run that a call or a node of another one started. */
export const delegatedRunSchema = z.strictObject({
  run_id: z.string(),
  agent: z.string(),
  state: runStateSchema,
  /** Call that delegated it. */
  tool_call_id: z.string(),
});
export type DelegatedRun = z.infer<typeof delegatedRunSchema>;

/** A run without its steps, spans and records, which are read in pieces. */
export const runPageSchema = listedRunSchema.extend({
  graph: runGraphSchema.exactOptional(),
  /** Runs of this machine that the run delegated. */
  delegated: z.array(delegatedRunSchema),
  /** Sequence number and SHA-256 of the last valid record. */
  head: z.strictObject({ seq: count, hash: z.string() }).exactOptional(),
  /** Size of an incomplete last line, in bytes. */
  torn_bytes: count,
});
export type RunPage = z.infer<typeof runPageSchema>;
