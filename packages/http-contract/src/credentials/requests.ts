import { grantRequestSchema, idSchema } from '@agent-home/protocol';
import { z } from 'zod';

/** `POST /v1/credentials`. */
export const credentialRequestSchema = z.strictObject({
  grants: z.array(grantRequestSchema).min(1).max(100),
  duration_seconds: z.int().optional(),
});
export type CredentialRequest = z.infer<typeof credentialRequestSchema>;

/** `GET /v1/admin/explain`: about one grant. The fields required by its type are checked later. */
export const explanationQuerySchema = z.object({
  agent_id: idSchema,
  type: z.string().min(1).max(64),
  topic_id: idSchema.optional(),
  task_id: idSchema.optional(),
  circle_id: idSchema.optional(),
});

/** `GET /v1/admin/explain/message`. */
export const messageExplanationQuerySchema = z.object({
  agent_id: idSchema,
  topic_id: idSchema,
  message_id: idSchema,
});
