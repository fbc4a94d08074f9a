import { z } from 'zod';
import type { A2aCall } from './call.ts';
import { A2aError } from './errors.ts';
import {
  askedBy,
  held,
  historyLengthSchema,
  messageShape,
  outputModesSchema,
  taskAskedFor,
} from './parts.ts';
import type { RequestProgress } from './progress.ts';
import { toTask } from './task.ts';
import { task03Of } from './task-0-3.ts';

const envelopeSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.int(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.looseObject({}).optional(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** Versions of A2A that are served, as `A2A-Version` names them. */
const servedVersion = /^(?:1\.0|0\.3)(?:\.\d+)?$/;

/** @throws A2aError `invalid_request` */
export function readEnvelope(body: unknown): Envelope {
  if (Array.isArray(body))
    throw new A2aError('invalid_request', 'batches are not supported; send one JSON-RPC request at a time');
  const parsed = envelopeSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const isOfId = parsed.error.issues.some(({ path }) => path[0] === 'id');
  throw new A2aError(
    'invalid_request',
    isOfId
      ? 'the id must be a string of at most 200 characters or an integer within ±(2^53 - 1)'
      : 'send one JSON-RPC 2.0 request with a method',
  );
}

/**
 * Checks the value of the header `A2A-Version`; a request without it is read by the names of its method.
 * @throws A2aError `version_not_supported`
 */
export function requireServedVersion(version: string | undefined): void {
  if (version === undefined || version === '' || servedVersion.test(version)) return;
  throw new A2aError('version_not_supported', 'the version is not supported; set A2A-Version to 1.0 or 0.3');
}

const noPush = 'push notifications are not supported; poll the task instead';
/** Methods refused by name, in A2A 1.0 and 0.3. */
const notOffered: Readonly<
  Record<string, [code: 'unsupported_operation' | 'push_not_supported', why: string]>
> = {
  SendStreamingMessage: ['unsupported_operation', 'streams are not supported; use SendMessage and GetTask'],
  SubscribeToTask: ['unsupported_operation', 'streams are not supported; use GetTask'],
  'message/stream': ['unsupported_operation', 'streams are not supported; use message/send and tasks/get'],
  'tasks/resubscribe': ['unsupported_operation', 'streams are not supported; use tasks/get'],
  ListTasks: ['unsupported_operation', 'tasks cannot be listed; list the topics of the owner instead'],
  GetExtendedAgentCard: ['unsupported_operation', 'there is no extended card; use the public card'],
  'agent/getAuthenticatedExtendedCard': [
    'unsupported_operation',
    'there is no extended card; use the public card',
  ],
  CreateTaskPushNotificationConfig: ['push_not_supported', noPush],
  GetTaskPushNotificationConfig: ['push_not_supported', noPush],
  ListTaskPushNotificationConfigs: ['push_not_supported', noPush],
  DeleteTaskPushNotificationConfig: ['push_not_supported', noPush],
  'tasks/pushNotificationConfig/set': ['push_not_supported', noPush],
  'tasks/pushNotificationConfig/get': ['push_not_supported', noPush],
  'tasks/pushNotificationConfig/list': ['push_not_supported', noPush],
  'tasks/pushNotificationConfig/delete': ['push_not_supported', noPush],
};

/**
 * Parses a call in either version of the protocol, which have different method names.
 * @throws A2aError
 */
export function readCall({ method, params }: Envelope): A2aCall {
  switch (method) {
    case 'SendMessage':
      return readSend(params);
    case 'message/send':
      return readSend03(params);
    case 'GetTask':
      return readTask('get', params, toTask);
    case 'tasks/get':
      return readTask('get', params, task03Of);
    case 'CancelTask':
      return readTask('cancel', params, toTask);
    case 'tasks/cancel':
      return readTask('cancel', params, task03Of);
  }
  const refused = Object.hasOwn(notOffered, method) ? notOffered[method] : undefined;
  if (refused) throw new A2aError(...refused);
  throw new A2aError('method_not_found', 'the method does not exist; use SendMessage, GetTask or CancelTask');
}

const sendSchema = z.looseObject({
  message: z.looseObject({ ...messageShape, role: z.literal('ROLE_USER') }),
  configuration: z
    .looseObject({
      acceptedOutputModes: outputModesSchema,
      historyLength: historyLengthSchema,
      returnImmediately: z.boolean().optional(),
      taskPushNotificationConfig: z.unknown().optional(),
    })
    .optional(),
});

function readSend(params: unknown): A2aCall {
  const { message, configuration = {} } = held(sendSchema, params);
  if (configuration.taskPushNotificationConfig != null) throw new A2aError('push_not_supported', noPush);
  return {
    ...askedBy(message, configuration.acceptedOutputModes),
    returnsImmediately: configuration.returnImmediately ?? false,
    describe: (request) => ({ task: toTask(request, configuration) }),
  };
}

const send03Schema = z.looseObject({
  message: z.looseObject({ ...messageShape, role: z.literal('user') }),
  configuration: z
    .looseObject({
      acceptedOutputModes: outputModesSchema,
      historyLength: historyLengthSchema,
      blocking: z.boolean().optional(),
      pushNotificationConfig: z.unknown().optional(),
    })
    .optional(),
});

function readSend03(params: unknown): A2aCall {
  const { message, configuration = {} } = held(send03Schema, params);
  if (configuration.pushNotificationConfig != null) throw new A2aError('push_not_supported', noPush);
  return {
    ...askedBy(message, configuration.acceptedOutputModes),
    returnsImmediately: configuration.blocking !== true,
    describe: (request) => task03Of(request, configuration),
  };
}

function readTask(
  method: 'get' | 'cancel',
  params: unknown,
  describe: (
    request: RequestProgress,
    form: { historyLength?: number | undefined },
  ) => Record<string, unknown>,
): A2aCall {
  const { taskId, form } = taskAskedFor(params);
  return { method, taskId, describe: (request) => describe(request, form) };
}
