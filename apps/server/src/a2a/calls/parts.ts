import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { A2aError } from './errors.ts';

/** Maximum length of a request in characters; the same as that of a topic's opening question. */
export const requestCharacters = 2_000;

/** Members of messages in every version of the protocol. */
export const messageShape = {
  messageId: z.string().min(1).max(200),
  contextId: z.string().max(100).optional(),
  taskId: z.string().max(100).optional(),
  parts: z
    .array(z.looseObject({ text: z.string().optional() }))
    .min(1)
    .max(64),
};
export const historyLengthSchema = z.int().min(0).optional();
export const outputModesSchema = z.array(z.string().max(200)).max(32).optional();
export const taskSchema = z.looseObject({ id: z.string().max(100), historyLength: historyLengthSchema });

interface Message {
  messageId: string;
  contextId?: string | undefined;
  taskId?: string | undefined;
  parts: { text?: string | undefined }[];
}

/** Returns the request of a message. @throws A2aError */
export function askedBy(message: Message, outputModes: readonly string[] = []) {
  if (message.taskId)
    throw new A2aError(
      'unsupported_operation',
      'params.message.taskId: a task accepts no second message; send a new one with its contextId and without taskId',
    );
  if (outputModes.length > 0 && !outputModes.some((mode) => ['text/plain', 'text/*', '*/*'].includes(mode)))
    throw new A2aError(
      'content_type_not_supported',
      'params.configuration.acceptedOutputModes: only text/plain is supported; add it',
    );
  return {
    method: 'send' as const,
    messageId: message.messageId,
    words: toWords(message.parts),
    contextId: message.contextId || undefined,
  };
}

/** Accepts text only: a link would be followed, and a file opened, by another party than the called agent. */
function toWords(parts: Message['parts']): string {
  const texts = parts.map(({ text }) => {
    if (text === undefined)
      throw new A2aError('content_type_not_supported', 'params.message.parts: only text parts are supported');
    return text;
  });
  const words = texts.join('\n\n').trim();
  if (words === '')
    throw new A2aError('invalid_params', 'params.message.parts: the text is empty; send some text');
  if (words.length > requestCharacters)
    throw new A2aError(
      'invalid_params',
      `params.message.parts: the text has ${words.length} characters, and the limit is ${requestCharacters}; shorten it`,
    );
  // Control characters would steer the display; line breaks and tabs are text.
  if (/\p{Cc}/u.test(words.replace(/[\t\n\r]/g, '')))
    throw new A2aError(
      'invalid_params',
      'params.message.parts: control characters are not allowed; remove them',
    );
  return words;
}

/** Returns the requested task. @throws A2aError */
export function taskAskedFor(params: unknown) {
  const { id, historyLength } = held(taskSchema, params);
  // An invalid id means a task that does not exist.
  if (!idSchema.safeParse(id).success)
    throw new A2aError('task_not_found', 'no task of this owner has the id; check it');
  return { taskId: id, form: { historyLength } };
}

/** @throws A2aError `invalid_params`, naming the field */
export function held<Schema extends z.ZodType>(schema: Schema, params: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = ['params', ...(issue?.path ?? [])].map(String).join('.');
  throw new A2aError('invalid_params', `${at.slice(0, 120)}: ${issue?.message ?? 'is not valid'}`);
}
