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

/** Messages to and from the model: the context that a run begins with, and that the next run of its session gets. */
export const chatMessageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.string(), media }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string(),
    tool_calls: z.array(modelToolCallSchema),
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
