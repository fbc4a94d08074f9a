import { z } from 'zod';

const milliseconds = z.int().min(0).max(600_000);
const chunks = z.int().min(0).max(1_000_000);

/** Planned faults by kind. */
export const faultSchema = z.discriminatedUnion('kind', [
  /** An error of the vendor's: 429, 500, 408, or another status. */
  z.strictObject({
    kind: z.literal('error'),
    status: z.int().min(400).max(599),
    retryAfterSeconds: z.number().min(0).max(86_400).optional(),
    message: z.string().max(10_000).optional(),
    /** For a stream: it begins with status 200 and ends with the error after this number of chunks. */
    afterChunks: chunks.optional(),
  }),
  /** Cuts the arguments of each call, so that they are not valid JSON. */
  z.strictObject({ kind: z.literal('brokenArguments') }),
  /** Replaces the tool name of each call. */
  z.strictObject({ kind: z.literal('wrongToolName'), name: z.string().default('no_such_tool') }),
  z.strictObject({ kind: z.literal('callWithoutId') }),
  /** Sends each call twice, with the same id. */
  z.strictObject({ kind: z.literal('sameCallId') }),
  /** Sends neither text nor calls. */
  z.strictObject({ kind: z.literal('emptyAnswer') }),
  /** Sends status 200 and a body that does not match its content type. */
  z.strictObject({ kind: z.literal('nonsenseBody') }),
  /** Status 200 with an HTML page. */
  z.strictObject({ kind: z.literal('wrongContentType') }),
  /** Size of the response text. */
  z.strictObject({
    kind: z.literal('hugeAnswer'),
    bytes: z.int().min(1).max(100_000_000).default(10_000_000),
  }),
  /** Breaks the connection: after a number of chunks of a stream, or in the middle of another response. */
  z.strictObject({ kind: z.literal('cutStream'), afterChunks: chunks.default(2) }),
  /** Waits before the response, and before each piece of a stream. */
  z.strictObject({
    kind: z.literal('slow'),
    delayMs: milliseconds.default(0),
    chunkDelayMs: milliseconds.default(0),
  }),
  /** Sends no more data and keeps the connection open: from the beginning, or after a number of chunks of a stream. */
  z.strictObject({ kind: z.literal('hang'), afterChunks: chunks.optional() }),
]);
export type Fault = z.infer<typeof faultSchema>;
