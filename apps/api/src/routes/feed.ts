import { acknowledgeFeed, type FeedEvent, readFeed } from '@agent-home/platform';
import { z } from 'zod';
import { requestingAgent } from '../auth/requesting-agent.ts';
import type { Routes } from './route-types.ts';

const feedSchema = z.object({
  events: z.array(
    z.object({
      event_id: z.string(),
      event_type: z.string(),
      topic_id: z.string().nullable(),
      object_key: z.string().nullable(),
      occurred_at: z.string(),
      payload: z.record(z.string(), z.unknown()),
    }),
  ),
});

const feedQuery = z.object({
  /** Seconds to wait for something to happen. */
  wait: z.coerce.number().min(0).max(30).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export function registerFeedRoutes({ app, context, authentication }: Routes): void {
  const { platform, feedSignal } = context;

  app.get(
    '/v1/feed',
    {
      schema: {
        summary: 'Events I have not acknowledged',
        querystring: feedQuery,
        response: { 200: feedSchema },
      },
      preHandler: authentication.agent,
    },
    async (request) => {
      const { agentId } = requestingAgent(request);
      const { wait, limit } = request.query;
      const end = AbortSignal.any([AbortSignal.timeout(Math.ceil(wait * 1000)), context.closing]);
      const gone = new AbortController();
      request.raw.once('close', () => gone.abort());
      const signal = AbortSignal.any([end, gone.signal]);
      let events: FeedEvent[] = [];
      do {
        // Subscribed before looking, so that what commits in between is not slept through.
        const changed = feedSignal.wait(agentId, signal);
        events = await readFeed(platform.database, agentId, limit);
        if (events.length > 0 || wait === 0) break;
        await changed;
      } while (!signal.aborted);
      return { events };
    },
  );

  app.post(
    '/v1/feed/ack',
    {
      schema: {
        summary: 'Consume events',
        body: z.strictObject({
          event_ids: z
            .array(z.string().regex(/^[0-9]{1,15}$/))
            .min(1)
            .max(500),
        }),
        response: { 200: z.object({ acknowledged: z.int() }) },
      },
      preHandler: authentication.agent,
    },
    async (request) => ({
      acknowledged: await acknowledgeFeed(
        platform.database,
        requestingAgent(request).agentId,
        request.body.event_ids,
      ),
    }),
  );
}
