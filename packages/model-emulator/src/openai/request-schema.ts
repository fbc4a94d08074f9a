import { z } from 'zod';
import { describeFile } from '../conversation/describe-file.ts';

const partSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.looseObject({ url: z.string() }).optional(),
  file: z.looseObject({ file_data: z.string().optional() }).optional(),
});
const contentSchema = z.union([z.string(), z.array(partSchema)]);
const maybeContent = contentSchema.nullish();

const callSchema = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const messageSchema = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content: contentSchema }),
  z.looseObject({ role: z.literal('user'), content: contentSchema }),
  z.looseObject({
    role: z.literal('assistant'),
    content: maybeContent,
    tool_calls: z.array(callSchema).min(1).nullish(),
  }),
  z.looseObject({ role: z.literal('tool'), content: contentSchema, tool_call_id: z.string() }),
]);
export type OpenAiMessage = z.infer<typeof messageSchema>;

const toolSchema = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'expected a string that matches ^[a-zA-Z0-9_-]{1,64}$'),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
});

const tokens = z.int().min(1).nullish();

/** Members of a request that the emulator uses. It accepts the rest of the protocol and ignores it. */
export const chatRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z.array(toolSchema).min(1).max(128).nullish(),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  n: z.literal(1, 'this emulator gives one choice').nullish(),
});

/** Returns the text of a content. A file is represented by its type, bytes and hash, another part without text by its type. */
export function textOfContent(content: z.infer<typeof maybeContent>): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? describePart(part)).join('');
}

/** True if a content has files. */
export function hasFiles(content: z.infer<typeof maybeContent>): boolean {
  return Array.isArray(content) && content.some(({ image_url, file }) => image_url ?? file);
}

function describePart({ type, image_url: image, file }: z.infer<typeof partSchema>): string {
  return describeFile(type, image?.url ?? file?.file_data ?? '');
}
