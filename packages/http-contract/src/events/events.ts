import { z } from 'zod';
import { momentSchema } from '../parts/paging.ts';

const eventSchema = z.object({
  event_id: z.string(),
  object_key: z.string(),
  event_type: z.string(),
  etag: z.string().optional(),
  occurred_at: z.string(),
  received_at: z.string(),
  outcome: z.string(),
});

const deadLetterSchema = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  reason: z.string(),
  detail: z.string(),
  attempts: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  retry_at: z.string().optional(),
  replays: z.int(),
  replayed_at: z.string().optional(),
  replayed_by: z.string().optional(),
  settled_at: z.string().optional(),
});

/** `GET /v1/admin/events`: events of the store as received, or those that could not be handled. */
export const eventQuerySchema = z.object({
  dead: z.stringbool().default(false),
  object_key: z.string().min(1).max(1_023).optional(),
  before: momentSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const eventListSchema = z.object({
  events: z.array(eventSchema),
  dead_letters: z.array(deadLetterSchema),
});

/** `GET /v1/admin/events/{id}`: an event or a dead letter. */
export const eventParamsSchema = z.object({ id: z.string().min(1).max(256) });
export const eventViewSchema = z.object({
  event: eventSchema.optional(),
  dead_letter: deadLetterSchema.optional(),
});

/** `POST /v1/admin/events/replay`. */
export const replaySchema = z.union([
  z.strictObject({ ids: z.array(z.string().min(1).max(400)).min(1).max(100) }),
  z.strictObject({ all: z.literal(true) }),
]);
export const replayedSchema = z.object({
  replayed: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(['replayed', 'settled_already', 'still_unreadable', 'not_found']),
    }),
  ),
});
