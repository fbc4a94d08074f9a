import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { A2aError } from './errors.ts';

/** The most characters of a request: what the opening question of a topic may have. */
export const requestCharacters = 2_000;
const partsMost = 64;

const envelopeSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.int(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.looseObject({}).optional(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

const messageIdSchema = z.string().min(1).max(200);
const messageSchema = z.looseObject({
  messageId: messageIdSchema,
  role: z.literal('ROLE_USER'),
  contextId: z.string().max(100).optional(),
  taskId: z.string().max(100).optional(),
  parts: z
    .array(z.looseObject({ text: z.string().optional() }))
    .min(1)
    .max(partsMost),
});
const sendSchema = z.looseObject({
  message: messageSchema,
  configuration: z
    .looseObject({
      acceptedOutputModes: z.array(z.string()).max(32).optional(),
      returnImmediately: z.boolean().optional(),
      taskPushNotificationConfig: z.unknown().optional(),
    })
    .optional(),
});
const taskSchema = z.looseObject({ id: z.string().max(100) });

/** A request in words, to be put to the agent. */
export interface SendCall {
  method: 'send';
  messageId: string;
  words: string;
  /** Of an earlier request, which this one goes on from. */
  contextId: string | undefined;
  /** Whether the caller asks later, instead of waiting for the answer. */
  returnsImmediately: boolean;
}
export type A2aCall = SendCall | { method: 'get' | 'cancel'; taskId: string };

/** @throws A2aError `invalid_request` */
export function readEnvelope(body: unknown): Envelope {
  const parsed = envelopeSchema.safeParse(body);
  if (!parsed.success) throw new A2aError('invalid_request', 'send one JSON-RPC 2.0 request with a method');
  return parsed.data;
}

/** What is asked for. @throws A2aError */
export function readCall({ method, params }: Envelope): A2aCall {
  switch (method) {
    case 'SendMessage':
      return readSend(params);
    case 'GetTask':
      return { method: 'get', taskId: readTaskId(params) };
    case 'CancelTask':
      return { method: 'cancel', taskId: readTaskId(params) };
    case 'SendStreamingMessage':
    case 'SubscribeToTask':
      throw new A2aError('unsupported_operation', 'there are no streams here; ask again with GetTask');
    case 'CreateTaskPushNotificationConfig':
    case 'GetTaskPushNotificationConfig':
    case 'ListTaskPushNotificationConfigs':
    case 'DeleteTaskPushNotificationConfig':
      throw new A2aError('push_not_supported', 'this home calls no addresses that others name');
    case 'ListTasks':
    case 'GetExtendedAgentCard':
      throw new A2aError('unsupported_operation', `${method} is not offered here`);
    default:
      throw new A2aError(
        'method_not_found',
        'A2A 1.0 has no such method; SendMessage, GetTask and CancelTask are here',
      );
  }
}

function readSend(params: unknown): SendCall {
  const { message, configuration } = held(sendSchema, params);
  if (configuration?.taskPushNotificationConfig !== undefined)
    throw new A2aError('push_not_supported', 'this home calls no addresses that others name');
  if (message.taskId)
    throw new A2aError(
      'unsupported_operation',
      'a request takes no second message; send one with its contextId and without a taskId',
    );
  const modes = configuration?.acceptedOutputModes ?? [];
  if (modes.length > 0 && !modes.some((mode) => ['text/plain', 'text/*', '*/*'].includes(mode)))
    throw new A2aError('content_type_not_supported', 'answers are text/plain');
  return {
    method: 'send',
    messageId: message.messageId,
    words: wordsOf(message.parts),
    contextId: message.contextId || undefined,
    returnsImmediately: configuration?.returnImmediately ?? false,
  };
}

/** Text alone: a link would be followed, and bytes be opened, by somebody else than who was asked. */
function wordsOf(parts: { text?: string | undefined }[]): string {
  const texts = parts.map(({ text }) => {
    if (text === undefined) throw new A2aError('content_type_not_supported', 'parts have to be text');
    return text;
  });
  const words = texts.join('\n\n').trim();
  if (words === '') throw new A2aError('invalid_params', 'params.message.parts: there are no words in it');
  if (words.length > requestCharacters)
    throw new A2aError(
      'invalid_params',
      `params.message.parts: a request has at most ${requestCharacters} characters, and this one ${words.length}`,
    );
  // Whatever shows it would be steered by them; lines and tabs are text.
  if (/[\p{Cc}]/u.test(words.replace(/[\t\n\r]/g, '')))
    throw new A2aError('invalid_params', 'params.message.parts: control characters are not allowed');
  return words;
}

function readTaskId(params: unknown): string {
  const { id } = held(taskSchema, params);
  // Whatever is no id at all is a task that there is not.
  if (!idSchema.safeParse(id).success) throw new A2aError('task_not_found', 'you have no task with this id');
  return id;
}

function held<Schema extends z.ZodType>(schema: Schema, params: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = ['params', ...(issue?.path ?? [])].map(String).join('.');
  throw new A2aError('invalid_params', `${at.slice(0, 120)}: ${issue?.message ?? 'is not as it should be'}`);
}
