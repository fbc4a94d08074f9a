import { z } from 'zod';

/** Upper limit for line numbers; a file with a higher one is damaged. */
const mostLines = 50_000_000;
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const lineSchema = z.int().min(1).max(mostLines);

/** First line of a batch's state file. */
export const batchStartSchema = z.strictObject({
  format: z.literal(1),
  batch: z.string().regex(/^[0-9a-f]{16}$/),
  agent: z.string(),
  definition_sha256: sha256Schema,
});
export type BatchStart = z.output<typeof batchStartSchema>;

export const endedLineSchema = z.strictObject({
  line: lineSchema,
  status: z.enum(['answered', 'failed', 'cancelled']),
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  cost: z.number().min(0).exactOptional(),
  /** Size of the results file after this result was added, in bytes. */
  results_bytes: z.int().min(0),
});
export type EndedLine = z.output<typeof endedLineSchema>;

/**
 * Other lines of the state file: a line that was begun, written before its run starts, and a line whose run ended, written after
 * its result.
 */
export const batchEntrySchema = z.union([
  z.strictObject({ line: lineSchema, sha256: sha256Schema }),
  endedLineSchema,
]);
