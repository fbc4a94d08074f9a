import { z } from 'zod';
import { describeFile } from '../conversation/describe-file.ts';

const partSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
  image_url: z.string().optional(),
  file_data: z.string().optional(),
});
const contentSchema = z.union([z.string(), z.array(partSchema)]);

const itemSchema = z.union([
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z.string().min(1),
    name: z.string(),
    arguments: z.string(),
  }),
  z.looseObject({
    type: z.literal('function_call_output'),
    call_id: z.string().min(1),
    output: contentSchema,
  }),
  z.looseObject({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.looseObject({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z.string().nullish(),
  }),
  z.looseObject({ type: z.literal('item_reference'), id: z.string() }),
  z.looseObject({
    type: z.literal('message').optional(),
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: contentSchema,
  }),
]);
export type Item = z.infer<typeof itemSchema>;

/** Members of a request that the emulator uses. It accepts the rest of the protocol and ignores it. */
export const responsesRequestSchema = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(itemSchema).min(1)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  previous_response_id: z.null('this emulator stores no responses').optional(),
  include: z.array(z.string()).nullish(),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        name: z
          .string()
          .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'expected a string that matches ^[a-zA-Z0-9_-]{1,64}$'),
        parameters: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .max(128)
    .nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
});

/** Returns the text of a content. A file is represented by its type, bytes and hash, another part without text by its type. */
export function textOfContent(content: z.infer<typeof contentSchema>): string {
  if (typeof content === 'string') return content;
  return content
    .map(
      ({ type, text, refusal, image_url: image, file_data: file }) =>
        text ?? refusal ?? describeFile(type, image ?? file ?? ''),
    )
    .join('');
}

/** True if a content has files. */
export function hasFiles(content: z.infer<typeof contentSchema>): boolean {
  return typeof content !== 'string' && content.some(({ image_url, file_data }) => image_url ?? file_data);
}
