import { momentSchema } from '@agent-home/http-contract';
import {
  findDeadLetter,
  findStoreEvent,
  listDeadLetters,
  listStoreEvents,
  openEventReceiver,
  replayDeadLetters,
} from '@agent-home/platform';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { answerOnce } from '../idempotency.ts';
import type { Routes } from './route-types.ts';

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

const pageSchema = z.object({
  dead: z.stringbool().default(false),
  object_key: z.string().min(1).max(1_023).optional(),
  before: momentSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const replaySchema = z.union([
  z.strictObject({ ids: z.array(z.string().min(1).max(400)).min(1).max(100) }),
  z.strictObject({ all: z.literal(true) }),
]);

const outcomeSchema = z.enum(['replayed', 'settled_already', 'still_unreadable', 'not_found']);

/** What the store told of, what could not be handled, and another try at it. */
export function registerDeadLetterRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const receive = openEventReceiver(platform);

  app.get(
    '/v1/admin/events',
    {
      schema: {
        summary: 'Object events as they were received; with dead=true what could not be handled',
        querystring: pageSchema,
        response: {
          200: z.object({ events: z.array(eventSchema), dead_letters: z.array(deadLetterSchema) }),
        },
      },
      preHandler: authentication.admin,
    },
    async (request) => {
      const { dead, limit, object_key: objectKey } = request.query;
      const before = request.query.before === undefined ? {} : { before: new Date(request.query.before) };
      if (dead) return { events: [], dead_letters: await listDeadLetters(platform, { limit, ...before }) };
      const asked = { limit, ...before, ...(objectKey === undefined ? {} : { objectKey }) };
      return { events: await listStoreEvents(platform, asked), dead_letters: [] };
    },
  );

  app.get(
    '/v1/admin/events/:id',
    {
      schema: {
        summary: 'One event, or one dead letter',
        params: z.object({ id: z.string().min(1).max(256) }),
        response: {
          200: z.object({ event: eventSchema.optional(), dead_letter: deadLetterSchema.optional() }),
        },
      },
      preHandler: authentication.admin,
    },
    async (request) => {
      const { id } = request.params;
      const event = await findStoreEvent(platform, id);
      const letter = event ? undefined : await findDeadLetter(platform, id);
      if (!event && !letter)
        throw new ApiError('not_found', 'there is no event and no dead letter with this id');
      return { ...(event ? { event } : {}), ...(letter ? { dead_letter: letter } : {}) };
    },
  );

  app.post(
    '/v1/admin/events/replay',
    {
      schema: {
        summary: 'Put what could not be handled back to work',
        body: replaySchema,
        response: {
          200: z.object({ replayed: z.array(z.object({ id: z.string(), outcome: outcomeSchema })) }),
        },
      },
      preHandler: authentication.admin,
    },
    async (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const by = request.principal ?? 'admin';
        return {
          status: 200,
          answer: { replayed: await replayDeadLetters(platform, receive, request.body, by) },
        };
      }),
  );
}
