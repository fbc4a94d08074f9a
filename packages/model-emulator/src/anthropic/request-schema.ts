import { z } from 'zod';
import { describeFile } from '../conversation/describe-file.ts';

const textBlock = z.looseObject({
  cache_control: z.unknown().optional(),
  type: z.literal('text'),
  text: z.string().min(1, 'text content blocks must be non-empty'),
});

/** Files, of which scripts see type, bytes and hash, and other content, of which they see the kind. */
const otherBlock = z.looseObject({
  type: z.enum(['image', 'document', 'search_result']),
  source: z.looseObject({ media_type: z.string().optional(), data: z.string().optional() }).optional(),
});

/** Earlier thoughts of the model that the client sends back; scripts do not see them. */
const thoughtBlock = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});
const redactedBlock = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() });

const cacheControl = z
  .looseObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .nullish();

const innerBlock = z.discriminatedUnion('type', [textBlock, otherBlock]);

const blockSchema = z.discriminatedUnion('type', [
  textBlock,
  otherBlock,
  thoughtBlock,
  redactedBlock,
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string().regex(/^[a-zA-Z0-9_-]+$/, 'expected a string that matches ^[a-zA-Z0-9_-]+$'),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string().min(1),
    content: z.union([z.string(), z.array(innerBlock)]).optional(),
    is_error: z.boolean().optional(),
  }),
]);
export type Block = z.infer<typeof blockSchema>;

const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().min(1), z.array(blockSchema).min(1)]),
});
export type AnthropicMessage = z.infer<typeof messageSchema>;

/** Members of a request that the emulator uses. It accepts the rest of the protocol and ignores it. */
export const messagesRequestSchema = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  messages: z.array(messageSchema).min(1),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  stream: z.boolean().optional(),
  tools: z
    .array(
      z.looseObject({
        name: z
          .string()
          .regex(/^[a-zA-Z0-9_-]{1,128}$/, 'expected a string that matches ^[a-zA-Z0-9_-]{1,128}$'),
        input_schema: z.looseObject({ type: z.literal('object') }),
        cache_control: cacheControl,
      }),
    )
    .optional(),
  stop_sequences: z.array(z.string()).optional(),
  temperature: z.number().min(0).max(1).optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1_024) }),
      z.looseObject({ type: z.enum(['adaptive', 'disabled']) }),
    ])
    .optional(),
});

/** Returns the text of a content, with descriptions of other blocks. */
export function textOfBlocks(content: string | z.infer<typeof innerBlock>[]): string {
  if (typeof content === 'string') return content;
  return content
    .map((block) => {
      if (block.type === 'text') return block.text;
      const { media_type: type = '', data = '' } = block.source ?? {};
      return describeFile(block.type, `data:${type};base64,${data}`);
    })
    .join('');
}
