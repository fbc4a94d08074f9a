import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, objectKeySchema, timestampSchema } from './primitives.ts';

const containerReference = z.looseObject({
  kind: z.enum(['topic', 'task']),
  id: idSchema,
  object_key: objectKeySchema,
});

export const topicRequestResultSchema = z.looseObject({
  kind: z.literal('topic_request_result'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  agent_id: idSchema,
  request_id: idSchema,
  request_type: z.string().min(1).max(60),
  decided_at: timestampSchema,
  outcome: z.enum(['accepted', 'rejected', 'needs_votes']),
  /** An open string: a reader shows an unknown one as "not accepted". */
  reason_code: z.string().min(1).max(60),
  created: containerReference.optional(),
  redirect: containerReference.optional(),
  votes: z
    .looseObject({
      required: z.int().min(1),
      current: z.int().min(0),
      vote_window_ends_at: timestampSchema,
      vote_target_object_key: objectKeySchema,
    })
    .optional(),
  cert: certificateSchema,
});
export type TopicRequestResult = z.infer<typeof topicRequestResultSchema>;
