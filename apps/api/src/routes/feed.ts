import { type AgentRow, acknowledgeFeed, followTopic, openAgentFinder } from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requestingAgent } from '../auth/requesting-agent.ts';
import { ApiError } from '../errors/api-error.ts';
import { endOfWait } from '../feed/end-of-wait.ts';
import { pageText } from '../feed/page-text.ts';
import { waitForEvents } from '../feed/wait-for-events.ts';
import type { Routes } from './route-types.ts';

/** Opaque, and good for the agent alone that was given it. */
const nameSchema = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

const feedSchema = z.object({
  events: z.array(
    z.object({
      event_id: nameSchema,
      event_type: z.string(),
      topic_id: z.string().nullable(),
      object_key: z.string().nullable(),
      occurred_at: z.string(),
      payload: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Where these events end: to read on from, and to consume everything up to. */
  cursor: nameSchema,
  /** More is there already. */
  more: z.boolean(),
  /** Events of this time were dropped before they were consumed: read the topics anew, then consume this cursor. */
  behind: z.object({ missed_from: z.string(), missed_until: z.string(), cursor: nameSchema }).optional(),
});

const feedQuery = z.object({
  /** Seconds to wait for something to happen. */
  wait: z.coerce.number().min(0).max(30).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Reads on from this cursor and consumes nothing. */
  after: nameSchema.optional(),
});

const acknowledgementSchema = z
  .strictObject({
    event_ids: z.array(nameSchema).max(500).default([]),
    /** Consumes everything up to here. */
    cursor: nameSchema.optional(),
  })
  .refine(({ event_ids: ids, cursor }) => ids.length > 0 || cursor !== undefined, {
    message: 'name events or a cursor',
    path: ['event_ids'],
  });

export function registerFeedRoutes({ app, context, authentication }: Routes): void {
  const { platform, feedNames, readFeed } = context;
  const preHandler = authentication.agent;
  const findAgent = openAgentFinder(platform.database);

  app.get(
    '/v1/feed',
    {
      schema: {
        summary: 'Events I have not consumed, of myself and of the topics I follow',
        querystring: feedQuery,
        response: { 200: feedSchema },
      },
      preHandler,
    },
    async (request, reply) => {
      const agent = requestingAgent(request);
      const { wait, limit } = request.query;
      const after = placeOf(agent.agentId, 'after', request.query.after);
      const read = (asking: AgentRow) => readFeed({ agent: asking, after, limit });
      // Who was suspended or got another key while it waited hears what it may hear now.
      const readAnew = async () => read(await stillThere(agent));
      const page =
        wait === 0 ? await read(agent) : await waitForEvents(context, agent, readAnew, until(request, wait));
      // Written as the schema has it: to hold a page of 200 events against it would take longer than reading them.
      reply.type('application/json; charset=utf-8');
      return pageText(feedNames, agent.agentId, page, limit) as unknown as z.infer<typeof feedSchema>;
    },
  );

  app.post(
    '/v1/feed/ack',
    {
      schema: {
        summary: 'Consume events, one by one or up to a cursor',
        body: acknowledgementSchema,
        response: { 200: z.object({ acknowledged: z.int() }) },
      },
      preHandler,
    },
    async (request) => {
      const agent = requestingAgent(request);
      const { event_ids: ids, cursor } = request.body;
      // What was never an event of this agent is as good as consumed already.
      const events = ids.flatMap((id) => feedNames.read(agent.agentId, 'event', id) ?? []);
      const upTo = placeOf(agent.agentId, 'cursor', cursor);
      return { acknowledged: await acknowledgeFeed(platform.database, agent, { events, upTo }) };
    },
  );

  for (const [method, following, summary] of [
    ['PUT', true, 'Hear of a topic that I may read without taking part'],
    ['DELETE', false, 'Hear of a topic no more'],
  ] as const) {
    app.route({
      method,
      url: '/v1/topics/:topic_id/follow',
      schema: {
        summary,
        params: z.object({ topic_id: idSchema }),
        response: { 200: z.object({ topic_id: z.string(), following: z.boolean() }) },
      },
      preHandler,
      handler: async (request) => {
        const { topic_id: topicId } = request.params;
        await followTopic(platform, requestingAgent(request), topicId, following);
        return { topic_id: topicId, following };
      },
    });
  }

  function placeOf(agentId: string, path: string, cursor: string | undefined) {
    const place = cursor === undefined ? undefined : feedNames.read(agentId, 'cursor', cursor);
    if (cursor !== undefined && !place)
      throw new ApiError('invalid_request', 'this is no cursor of yours', { path });
    return place;
  }

  async function stillThere({ keyId }: AgentRow): Promise<AgentRow> {
    const agent = await findAgent(keyId);
    if (!agent) throw new ApiError('unknown_key', 'this key is not the agent’s any more');
    return agent;
  }

  function until({ life }: FastifyRequest, seconds: number) {
    return { life, signal: endOfWait(life, seconds, context.closing) };
  }
}
