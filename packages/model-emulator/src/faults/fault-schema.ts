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
    /** For a stream: it begins with status 200, and ends with the error after this number of pieces. */
    afterChunks: chunks.optional(),
  }),
  /** The arguments of each call end too early to be JSON. */
  z.strictObject({ kind: z.literal('brokenArguments') }),
  /** Each call is to a tool of this name. */
  z.strictObject({ kind: z.literal('wrongToolName'), name: z.string().default('no_such_tool') }),
  z.strictObject({ kind: z.literal('callWithoutId') }),
  /** Each call stands there twice, under one id. */
  z.strictObject({ kind: z.literal('sameCallId') }),
  /** Neither text nor calls. */
  z.strictObject({ kind: z.literal('emptyAnswer') }),
  /** Status 200, and a body that is not what its type says. */
  z.strictObject({ kind: z.literal('nonsenseBody') }),
  /** Status 200 with an HTML page. */
  z.strictObject({ kind: z.literal('wrongContentType') }),
  /** So much text. */
  z.strictObject({
    kind: z.literal('hugeAnswer'),
    bytes: z.int().min(1).max(100_000_000).default(10_000_000),
  }),
  /** The connection breaks: of a stream after so many pieces, of another answer in its middle. */
  z.strictObject({ kind: z.literal('cutStream'), afterChunks: chunks.default(2) }),
  /** Waits before the answer, and before each piece of a stream. */
  z.strictObject({
    kind: z.literal('slow'),
    delayMs: milliseconds.default(0),
    chunkDelayMs: milliseconds.default(0),
  }),
  /** Nothing more comes, and the connection stays: from the beginning, or after so many pieces of a stream. */
  z.strictObject({ kind: z.literal('hang'), afterChunks: chunks.optional() }),
]);
export type Fault = z.infer<typeof faultSchema>;
