import {
  eventListSchema,
  eventParamsSchema,
  eventQuerySchema,
  eventViewSchema,
  replayedSchema,
  replaySchema,
} from '@agent-home/http-contract';
import {
  findDeadLetter,
  findStoreEvent,
  listDeadLetters,
  listStoreEvents,
  openEventReceiver,
  replayDeadLetters,
} from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { ApiError } from '../../errors/api-error.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

/** What the store told of, and what could not be handled. */
export function registerStoreEvents({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.get(
    '/v1/admin/events',
    {
      schema: {
        summary: 'Object events as they were received; with dead=true what could not be handled',
        querystring: eventQuerySchema,
        response: { 200: eventListSchema },
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
        params: eventParamsSchema,
        response: { 200: eventViewSchema },
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
}

/** Another try at what could not be handled. */
export function registerReplay({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const receive = openEventReceiver(platform);

  app.post(
    '/v1/admin/events/replay',
    {
      schema: {
        summary: 'Put what could not be handled back to work',
        body: replaySchema,
        response: { 200: replayedSchema },
      },
      preHandler: authentication.admin,
    },
    async (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const by = request.principal ?? 'admin';
        const acted = audited(platform, request, { action: 'events.replay', target: 'events' });
        return {
          status: 200,
          answer: { replayed: await replayDeadLetters(acted, receive, request.body, by) },
        };
      }),
  );
}
