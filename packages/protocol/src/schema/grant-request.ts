import { z } from 'zod';
import { idSchema } from './primitives.ts';

const topicGrant = <Name extends string>(name: Name) =>
  z.strictObject({ type: z.literal(name), topic_id: idSchema });

const circleGrant = <Name extends string>(name: Name) =>
  z.strictObject({ type: z.literal(name), circle_id: idSchema });

const taskGrant = <Name extends string>(name: Name) =>
  z.strictObject({ type: z.literal(name), task_id: idSchema });

const supportedGrantSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('registry_read') }),
  z.strictObject({ type: z.literal('heartbeat_write') }),
  topicGrant('topic_read'),
  topicGrant('topic_request_write'),
  topicGrant('topic_message_write'),
  z.strictObject({ type: z.literal('prompt_read') }),
  taskGrant('task_read'),
  taskGrant('task_write'),
  circleGrant('circle_read'),
  circleGrant('circle_join_request_write'),
  circleGrant('circle_join_approval_write'),
]);
export type SupportedGrant = z.infer<typeof supportedGrantSchema>;

const supportedGrantNames: ReadonlySet<string> = new Set<SupportedGrant['type']>([
  'registry_read',
  'heartbeat_write',
  'topic_read',
  'topic_request_write',
  'topic_message_write',
  'prompt_read',
  'task_read',
  'task_write',
  'circle_read',
  'circle_join_request_write',
  'circle_join_approval_write',
]);

const otherGrantSchema = z
  .looseObject({ type: z.string().min(1).max(64) })
  .refine((grant) => !supportedGrantNames.has(grant.type), { error: 'not the shape of this grant' });

/**
 * Requested permission. An unknown name is parsed as well, so that it is denied individually instead of failing the whole request.
 */
export const grantRequestSchema = z.union([supportedGrantSchema, otherGrantSchema]);
export type GrantRequest = z.infer<typeof grantRequestSchema>;

/** Sound because the schema accepts a supported name only in its own shape. */
export function isSupportedGrant(grant: GrantRequest): grant is SupportedGrant {
  return supportedGrantNames.has(grant.type);
}
