import { z } from 'zod';
import { mediaSchema } from './media.ts';

const media = z.array(mediaSchema).min(1).max(8).exactOptional();

/** Call as the model wrote it. `id` comes from the runtime, because models omit ids and use one twice. */
export const modelToolCallSchema = z.strictObject({
  id: z.string(),
  /** Text as written. */
  name: z.string(),
  /** The text of the arguments, as written. */
  arguments: z.string(),
});
export type ModelToolCall = z.infer<typeof modelToolCallSchema>;

/** Texts that a provider attached to a part of a response, by its namespace in the AI SDK: signatures and encrypted thoughts. */
const partMetadataSchema = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * Parts of a response that its provider demands back unchanged with the results of its calls. They are sent to the same model over
 * the same protocol only.
 */
export const continuationSchema = z.strictObject({
  api: z.string(),
  model: z.string(),
  /** Thoughts in the order of the response. */
  reasoning: z.array(z.strictObject({ text: z.string(), metadata: partMetadataSchema })),
  calls: z.array(
    z.strictObject({
      /** Position among the calls of the response. */
      index: z.int().min(0),
      metadata: partMetadataSchema,
    }),
  ),
});
export type Continuation = z.infer<typeof continuationSchema>;

/** Messages to and from the model: the context that a run begins with, and that the next run of its session gets. */
export const chatMessageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.string(), media }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string(),
    tool_calls: z.array(modelToolCallSchema),
    continuation: continuationSchema.exactOptional(),
  }),
  z.strictObject({
    role: z.literal('tool'),
    tool_call_id: z.string(),
    /** The name that the model used. */
    name: z.string(),
    content: z.string(),
    is_error: z.boolean(),
    media,
  }),
]);
export type ChatMessage = z.infer<typeof chatMessageSchema>;
