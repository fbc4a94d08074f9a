import {
  acknowledgedSchema,
  acknowledgementSchema,
  type FeedAnswer,
  type FeedQuery,
  feedQuerySchema,
  feedSchema,
} from '@agent-home/http-contract';
import { type AgentRow, acknowledgeFeed, type FeedNames, openAgentFinder } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import { ApiError } from '../../errors/api-error.ts';
import { endOfWait } from '../../polling/end-of-wait.ts';
import { pageText } from '../../polling/page-text.ts';
import { waitForEvents } from '../../polling/wait-for-events.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerFeed({ app, context, authentication }: Routes): void {
  const { feedNames, readFeed } = context;
  const findAgent = openAgentFinder(context.platform.database);

  app.get(
    '/v1/feed',
    {
      schema: {
        summary: 'Events I have not consumed, of myself and of the topics and tasks I follow',
        querystring: feedQuerySchema,
        response: { 200: feedSchema },
      },
      preHandler: authentication.agent,
    },
    async (request, reply) => {
      const agent = requestingAgent(request);
      const { wait, limit } = request.query;
      const { cursors, keptSince, ...question } = questionOf(request.query, agent.agentId);
      const read = (asking: AgentRow) => readFeed({ agent: asking, limit, ...question });
      // Who was suspended or got another key while it waited hears what it may hear now.
      const readAnew = async () => read(await stillThere(agent));
      const until = () => ({ life: request.life, signal: endOfWait(request.life, wait, context.closing) });
      const page = wait === 0 ? await read(agent) : await waitForEvents(context, agent, readAnew, until());
      // Written as the schema has it: to hold a page of 200 events against it would take longer than reading them.
      reply.type('application/json; charset=utf-8');
      // The type of the route is that of the answer; its text is written already, and text is sent as it is.
      return pageText(feedNames, agent.agentId, page, { limit, cursors, keptSince }) as unknown as FeedAnswer;
    },
  );

  /** What is read, and what the cursor of such a page is good for. */
  function questionOf(
    { after, about, since, topic_id: topicId, task_id: taskId }: FeedQuery,
    agentId: string,
  ) {
    const aboutMe = about === 'me';
    const question = { after: placeOf(feedNames, agentId, 'after', after), aboutMe };
    if (since === undefined)
      return { ...question, keptSince: undefined, cursors: aboutMe ? 'about_me' : 'cursor' } as const;
    const { now, config } = context.platform;
    const history = { since: new Date(since), topicId, taskId };
    if (history.since > now())
      throw new ApiError('invalid_request', 'this is yet to come', { path: 'since' });
    const keptSince = new Date(now().getTime() - config.feedDays * 86_400_000);
    return { ...question, history, keptSince, cursors: 'history' } as const;
  }

  async function stillThere({ keyId }: AgentRow): Promise<AgentRow> {
    const agent = await findAgent(keyId);
    if (!agent) throw new ApiError('unknown_key', 'this key is not the agent’s any more');
    return agent;
  }
}

export function registerAcknowledgement({ app, context, authentication }: Routes): void {
  const { platform, feedNames } = context;

  app.post(
    '/v1/feed/ack',
    {
      schema: {
        summary: 'Consume events, one by one or up to a cursor',
        body: acknowledgementSchema,
        response: { 200: acknowledgedSchema },
      },
      preHandler: authentication.agent,
    },
    async (request) => {
      const agent = requestingAgent(request);
      const { event_ids: ids, cursor } = request.body;
      // What was never an event of this agent is as good as consumed already.
      const events = ids.flatMap((id) => feedNames.read(agent.agentId, 'event', id) ?? []);
      const aboutMeUpTo =
        cursor === undefined ? undefined : feedNames.read(agent.agentId, 'about_me', cursor);
      const upTo = aboutMeUpTo ? undefined : placeOf(feedNames, agent.agentId, 'cursor', cursor);
      return {
        acknowledged: await acknowledgeFeed(platform.database, agent, { events, upTo, aboutMeUpTo }),
      };
    },
  );
}

/** Reading on is possible from the end of any page, consuming only up to the end of one that left nothing out. */
const cursorsFor = { after: ['cursor', 'about_me', 'history'], cursor: ['cursor'] } as const;

function placeOf(
  feedNames: FeedNames,
  agentId: string,
  path: keyof typeof cursorsFor,
  cursor: string | undefined,
) {
  const place =
    cursor === undefined
      ? undefined
      : cursorsFor[path]
          .map((kind) => feedNames.read(agentId, kind, cursor))
          .find((read) => read !== undefined);
  if (cursor !== undefined && !place)
    throw new ApiError('invalid_request', 'this is no cursor of yours', { path });
  return place;
}
