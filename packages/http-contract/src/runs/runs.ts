import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { getPage, momentSchema, pagingShape } from '../parts/paging.ts';

const count = z.int().min(0);
const word = z.string().min(1).max(200);

/** States of a mirrored run. A run is `running` until its log ends, also if its process has died. */
export const mirroredRunStates = ['running', 'waiting', 'answered', 'failed', 'cancelled'] as const;
export type MirroredRunState = (typeof mirroredRunStates)[number];

/** Facts of a mirrored run, from its records. */
export const mirroredRunSchema = z.object({
  run_id: z.string(),
  /** Agent that sent the run. */
  agent_id: z.string(),
  state: z.enum(mirroredRunStates),
  /** Reason of a run that was not answered. */
  code: z.string().optional(),
  /** Agent in the log, which is the name of its definition. */
  agent: z.string(),
  title: z.string(),
  session_id: z.string(),
  parent: z.object({ run_id: z.string(), agent: z.string(), tool_call_id: z.string() }).optional(),
  model: z.object({ provider: z.string(), name: z.string(), settings_key: z.string().optional() }),
  models: z.array(z.string()),
  tools: z.array(z.string()),
  usage: z.object({
    input_tokens: count,
    output_tokens: count,
    tool_calls: count,
    rounds: count,
    cost: z.number().min(0).optional(),
    estimated: z.literal(true).optional(),
  }),
  /** Beginning of the message that started the run. */
  asked: z.string(),
  message: z.string().optional(),
  has_graph: z.boolean(),
  /** Trace id of the run's spans. */
  trace_id: z.string(),
  started_at: z.string(),
  /** Time of the last record. */
  last_at: z.string(),
  ended_at: z.string().optional(),
  /** Number of the next record that the home expects, which is the number of records that it has. */
  next_seq: count,
  /** SHA-256 of the last record. */
  head: z.string(),
  bytes: count,
  received_at: z.string(),
  /** Set after an erasure: only hashes and numbers remain. */
  erased_at: z.string().optional(),
  /** Set if the agent later sent another record for a number that the home already had. */
  conflict: z.object({ seq: count, sha256: z.string(), known_sha256: z.string(), at: z.string() }).optional(),
});
export type MirroredRun = z.infer<typeof mirroredRunSchema>;

/** `GET /v1/runs`: filters. */
export const runListQuerySchema = z.object({
  ...pagingShape,
  agent_id: idSchema.optional(),
  state: z.enum(mirroredRunStates).optional(),
  tool: word.optional(),
  model: word.optional(),
  code: word.optional(),
  /** A part of the id, of the agent's name or of the first message. */
  q: z.string().trim().min(1).max(100).optional(),
  since: momentSchema.optional(),
  until: momentSchema.optional(),
  /** Runs of one trace. */
  trace: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** Runs that this run delegated. */
  parent: word.optional(),
  /** Also runs that another run delegated (`true`), or only others (`false`). */
  delegated: z.enum(['true', 'false']).optional(),
});

/** `GET /v1/runs`: a page of runs, newest first. */
export const runListSchema = getPage(mirroredRunSchema).extend({
  /** Number of runs that the filters match. */
  total: count,
  /** Values that filters can have. */
  values: z.object({
    agents: z.array(z.string()),
    tools: z.array(z.string()),
    models: z.array(z.string()),
    codes: z.array(z.string()),
  }),
});
export type RunList = z.infer<typeof runListSchema>;

export const erasedRunSchema = z.object({
  run_id: z.string(),
  agent_id: z.string(),
  /** Number of records whose hashes remain. */
  records: count,
  erased_at: z.string(),
});
export type ErasedRun = z.infer<typeof erasedRunSchema>;
