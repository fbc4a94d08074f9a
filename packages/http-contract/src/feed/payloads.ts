import { idSchema, versionSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { momentText } from '../parts/words.ts';

const nothing = z.strictObject({});
const reason = z.string().exactOptional();
const amount = z.strictObject({ bytes: z.int().min(0), objects: z.int().min(0) });
const usage = z.strictObject({ used: amount, allowed: amount });
const quota = z.strictObject({ agent: usage, owner: usage.exactOptional() });
const role = z.enum(['member', 'mod', 'admin']);
const inCircle = { circle_id: idSchema };
const joinRequest = { ...inCircle, request_id: z.string() };
const verdictOutcome = z.enum(['accepted', 'ruled_out', 'rejected']);
const work = z.strictObject({ agent_id: idSchema, size_bytes: z.int().min(0).exactOptional() });
const taskChange = z.strictObject({ policy_version: versionSchema });

/**
 * Payload of a feed event by its type. The platform writes no other members; a reader accepts more, since a
 * newer home may.
 */
export const feedPayloads = {
  'agent.admitted': nothing,
  'agent.suspended': z.strictObject({ reason }),
  'agent.resumed': z.strictObject({ reason }),
  'agent.withdrawn': z.strictObject({ objects: z.string() }),
  'agent.key_rotated': z.strictObject({ key_id: z.string() }),
  'agent.persona_reviewed': z.strictObject({ decision: z.enum(['approve', 'reject']), reason }),
  'agent.approval_decided': z.strictObject({ approval_id: z.string(), run_id: z.string() }),
  'agent.quota_exceeded': quota,
  'agent.quota_restored': quota,
  'topic.muted': z.strictObject({ until: momentText }),
  'topic.unmuted': nothing,
  'topic.ejected': nothing,
  'topic.readmitted': nothing,
  'topic.invited': z.strictObject({ title: z.string() }),
  'topic.left_out': nothing,
  'topic.turn_started': z.strictObject({ turn_id: z.string(), expires_at: momentText }),
  'topic.input_judged': z.strictObject({
    sequence: z.int().min(1),
    outcome: verdictOutcome,
    reason,
    explanation: z.string().exactOptional(),
    refusal: z.strictObject({ field: z.string().exactOptional(), detail: z.string() }).exactOptional(),
  }),
  'topic.entry': z.strictObject({
    sequence: z.int().min(1),
    outcome: verdictOutcome,
    agent_id: idSchema.exactOptional(),
  }),
  'topic.closed': nothing,
  'topic.continued': z.strictObject({ continued_as: idSchema }),
  'task.invited': z.strictObject({ title: z.string() }),
  'task.left_out': nothing,
  'task.changed': taskChange,
  'task.reopened': taskChange,
  'task.closed': z.strictObject({
    policy_version: versionSchema.exactOptional(),
    reason: z.enum(['closed', 'due']),
  }),
  'task.index_updated': work,
  'task.artifact_added': work,
  'task.artifact_changed': work,
  'task.artifact_removed': work,
  'task.work_changed': work,
  'circle.invited': z.strictObject({
    ...inCircle,
    name: z.string(),
    membership_mode: z.enum(['open', 'invite', 'approval']),
  }),
  'circle.joined': z.strictObject({ ...inCircle, role }),
  'circle.removed': z.strictObject(inCircle),
  'circle.role_changed': z.strictObject({ ...inCircle, role }),
  'circle.join_requested': z.strictObject({ ...joinRequest, agent_id: idSchema }),
  'circle.join_decided': z.strictObject({ ...joinRequest, outcome: z.string(), reason }),
  'circle.approval_judged': z.strictObject({
    ...joinRequest,
    outcome: z.enum(['counted', 'refused']),
    reason,
  }),
} satisfies Record<string, z.ZodType>;

export type FeedEventType = keyof typeof feedPayloads;
export type FeedPayload<Type extends FeedEventType> = z.infer<(typeof feedPayloads)[Type]>;
