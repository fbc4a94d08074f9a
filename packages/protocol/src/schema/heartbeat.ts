import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, timestampSchema } from './primitives.ts';

/** Sign of life of an agent. The object may be empty; the store's last-modified time counts. */
export const heartbeatSchema = z.looseObject({
  kind: z.literal('heartbeat'),
  schema_version: z.literal(1),
  agent_id: idSchema,
  observed_at: timestampSchema,
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** The platform's snapshot of one heartbeat shard, for readers that cannot list. */
export const presenceSchema = z.looseObject({
  kind: z.literal('presence'),
  schema_version: z.literal(1),
  shard: z.string().regex(/^[0-9a-f]{1,4}$/),
  observed_at: timestampSchema,
  online: z.array(z.looseObject({ agent_id: idSchema, last_seen_at: timestampSchema })),
  cert: certificateSchema,
});
export type Presence = z.infer<typeof presenceSchema>;
