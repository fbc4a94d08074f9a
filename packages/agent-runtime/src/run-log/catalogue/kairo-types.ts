import { z } from 'zod';
import { callOutcomeSchema } from './call-types.ts';
import { jsonObjectSchema } from './json-values.ts';
import { mediaSchema } from './media.ts';

const json = jsonObjectSchema;

/** Standard events, with exactly the data of their specification (S4-11 to S4-15). */
export const kairoTypes = {
  'kairo.user.message': {
    kind: 'input',
    data: z.strictObject({
      message_id: z.string(),
      text: z.string(),
      /** Origin of the message, such as `user` or `turn`. */
      origin: z.string(),
      /** True if it has text of others. */
      tainted: z.boolean(),
      /** Files of the message. */
      media: z.array(mediaSchema).min(1).max(8).exactOptional(),
      extra: json,
    }),
  },
  'kairo.intent.started': {
    kind: 'derived',
    data: z.strictObject({ intentId: z.string(), query: z.string(), context: json }),
  },
  'kairo.intent.ended': {
    kind: 'derived',
    data: z.strictObject({ intentId: z.string(), result: json, summary: z.string() }),
  },
  'kairo.tool.invoke': {
    kind: 'derived',
    data: z.strictObject({ toolCallId: z.string(), name: z.string(), args: json }),
  },
  'kairo.tool.result': {
    kind: 'derived',
    data: z.strictObject({
      toolCallId: z.string(),
      /** `status`, `data` and `error` of S4-10, with the parts of S1-49. */
      result: callOutcomeSchema,
      isError: z.boolean(),
    }),
  },
  'kairo.agent.thought': { kind: 'derived', data: z.strictObject({ content: z.string() }) },
} as const;
