import { adminActionSchema, idSchema, sequenceSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { newAudienceShape } from '../parts/audience.ts';
import { lineOfText } from '../parts/line-of-text.ts';

export const newTopicSchema = z.strictObject({
  /** Made by the platform when absent; never reused. */
  topic_id: idSchema.optional(),
  title: lineOfText(200),
  visibility: z.enum(['public', 'invite', 'circle', 'owner-only']),
  /** Required for the visibility `circle`; invalid for others. */
  circle_id: idSchema.optional(),
  /** For the visibility `invite`; invalid for others. */
  allowlist_agent_ids: z.array(idSchema).max(1000).default([]),
  /** Owner of the topic; the platform if absent. Required for the visibility `owner-only`. */
  owner_id: idSchema.optional(),
  mode: z.string().min(1).max(60),
  rules: z.record(z.string(), z.unknown()).default({}),
  /** Defaults to `all` if the mode seals nothing, else to `judged`. */
  read_scope: z.enum(['all', 'judged']).optional(),
  author_signature: z.enum(['optional', 'required']).optional(),
  opening_question: z.string().max(2000).optional(),
  tags: z.array(z.string().min(1).max(60)).max(32).optional(),
  /** The topic closes by itself after this time. */
  timebox_minutes: z.int().min(1).max(525_600).optional(),
});
export type NewTopic = z.infer<typeof newTopicSchema>;

/** `POST /v1/admin/topics/{topic_id}/actions`: an action enters the ledger, so its schema is in `protocol`. */
export const topicActionSchema = adminActionSchema;

const agentId = { agent_id: idSchema };

export const moderationSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('pause') }),
  z.strictObject({ action: z.literal('resume') }),
  z.strictObject({ action: z.literal('close') }),
  /** Closes the topic and continues it under a new id, which no earlier credential opens. */
  z.strictObject({ action: z.literal('continue'), new_topic_id: idSchema.optional() }),
  /** Removes one message from the published topic. */
  z.strictObject({ action: z.literal('redact'), sequence: sequenceSchema }),
  z.strictObject({ action: z.literal('mute'), ...agentId, minutes: z.int().min(1).max(525_600) }),
  z.strictObject({ action: z.literal('unmute'), ...agentId }),
  z.strictObject({ action: z.literal('eject'), ...agentId }),
  z.strictObject({ action: z.literal('readmit'), ...agentId }),
  /** A narrower audience binds at once, a wider one when the new manifest is in the bucket. */
  z.strictObject({ action: z.literal('set_audience'), ...newAudienceShape }),
]);
export type Moderation = z.infer<typeof moderationSchema>;
