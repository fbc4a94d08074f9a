import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Id of a run. The agent's machine chooses it, so two agents may have a run of the same id. */
export const runIdSchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{5,79}$/, {
  message: 'is not the id of a run: 6 to 80 lowercase letters, digits, “_” and “-”',
});

export const runParamsSchema = z.object({ run_id: runIdSchema });

/** Limits of one batch. Lengths are in bytes of UTF-8. */
export const runBatchLimits = {
  records: 200,
  /** Longest record, and longest value next to the log. */
  lineBytes: 1024 * 1024,
  /** Records and values together. */
  bytes: 2 * 1024 * 1024,
  /** The request as JSON, which escapes quotes and control characters. */
  bodyBytes: 3 * 1024 * 1024,
} as const;

/** Largest record number of a mirrored run. */
const mostRecords = 1_000_000;
const text = z.string().max(runBatchLimits.lineBytes);

/**
 * `POST /v1/runs/{run_id}/records`: consecutive lines of a run's log, without line breaks. A batch without records changes nothing; its
 * response has the next number.
 */
export const runBatchSchema = z.object({
  from_seq: count.max(mostRecords),
  records: z.array(text.min(2)).max(runBatchLimits.records),
  /** Values next to the log that these records name by their SHA-256. A value that is left out stays unknown to the home. */
  values: z.array(text).max(runBatchLimits.records).optional(),
});
export type RunBatch = z.infer<typeof runBatchSchema>;

export const receivedRecordsSchema = z.object({
  run_id: z.string(),
  /** Number of the next record that the home expects. */
  next_seq: count,
  /** SHA-256 of the last record; absent without one. */
  head: sha256.optional(),
});
export type ReceivedRecords = z.infer<typeof receivedRecordsSchema>;

/** Names the agent of a run, which is needed only if several agents sent a run of the same id. */
const agentShape = { agent_id: idSchema.optional() };
export const runQuerySchema = z.object(agentShape);

export const runRecordsQuerySchema = z.object({
  ...agentShape,
  from_seq: z.coerce.number().int().min(0).max(mostRecords).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});

/** A record of a run. Of an erased record only the hash remains. */
export const mirroredRecordSchema = z.object({ seq: count, sha256, text: z.string().optional() });

/** `GET /v1/runs/{run_id}/records`: a part of a run's log, as its agent sent it. */
export const mirroredRecordsSchema = z.object({
  run_id: z.string(),
  agent_id: z.string(),
  records: z.array(mirroredRecordSchema),
  /** Values that these records name, as far as they were sent. */
  values: z.array(z.object({ sha256, text: z.string() })),
  /** Number of records that the home has. */
  total: count,
  /** Start of the next part; absent at the end. */
  next_seq: count.optional(),
});
export type MirroredRecords = z.infer<typeof mirroredRecordsSchema>;
