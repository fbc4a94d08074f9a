import { eventRoutes } from '@agent-home/http-contract';
import {
  createEventReceiver,
  findDeadLetter,
  findStoreEvent,
  listDeadLetters,
  listStoreEvents,
  replayDeadLetters,
} from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { ApiError } from '../../errors/api-error.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

/** Registers the routes for store events and failed work. */
export function registerStoreEvents({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(eventRoutes.list),
    handler: async (request) => {
      const { dead, limit, object_key: objectKey } = request.query;
      const before = request.query.before === undefined ? {} : { before: new Date(request.query.before) };
      if (dead) return { events: [], dead_letters: await listDeadLetters(platform, { limit, ...before }) };
      const asked = { limit, ...before, ...(objectKey === undefined ? {} : { objectKey }) };
      return { events: await listStoreEvents(platform, asked), dead_letters: [] };
    },
  });

  app.route({
    ...served(eventRoutes.show),
    handler: async (request) => {
      const { id } = request.params;
      const event = await findStoreEvent(platform, id);
      const letter = event ? undefined : await findDeadLetter(platform, id);
      if (!event && !letter)
        throw new ApiError('not_found', 'no event or dead letter has this id; list them first');
      return { ...(event ? { event } : {}), ...(letter ? { dead_letter: letter } : {}) };
    },
  });
}

/** Retries an event or work that failed. */
export function registerReplay({ app, context, served }: Routes): void {
  const { platform } = context;
  const receive = createEventReceiver(platform);

  app.route({
    ...served(eventRoutes.replay),
    handler: async (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const by = request.principal ?? 'admin';
        const acted = audited(platform, request, { action: 'events.replay', target: 'events' });
        return {
          status: 200,
          answer: { replayed: await replayDeadLetters(acted, receive, request.body, by) },
        };
      }),
  });
}
