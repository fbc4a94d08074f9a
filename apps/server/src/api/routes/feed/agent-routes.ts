import { type FeedAnswer, type FeedQuery, feedRoutes } from '@agent-home/http-contract';
import { acknowledgeFeed, type FeedNameKind, type FeedNames, type FeedReader } from '@agent-home/platform';
import { requestingAgent, requestingReader } from '../../authentication/requesting-agent.ts';
import { ApiError } from '../../errors/api-error.ts';
import { endOfWait } from '../../polling/end-of-wait.ts';
import { pageText } from '../../polling/page-text.ts';
import { waitForEvents } from '../../polling/wait-for-events.ts';
import type { Routes } from '../../routing/route-types.ts';
import type { RequestLife } from '../../server/request-life.ts';

export function registerFeed({ app, context, authentication, served }: Routes): void {
  const { feedNames, feedSignal, readFeed } = context;

  app.route({
    ...served(feedRoutes.read),
    preHandler: authentication.reading,
    handler: async (request, reply) => {
      const reader = requestingReader(request);
      const text = (await answer(reader, request)) ?? (await answerAnew(reader, request));
      // The cached owner of the key was outdated and is not used for decisions.
      if (text === undefined)
        throw new ApiError('unknown_key', 'no agent has this key any longer; register the agent again');
      // Already serialized by the schema: validating a page of 200 events would take longer than reading it.
      reply.type('application/json; charset=utf-8');
      // The route has the type of the response, but its text is already serialized, and text is sent unchanged.
      return text as unknown as FeedAnswer;
    },
  });

  /** Returns the text of a page; `undefined` if the key does not, or no longer, belong to this agent. */
  async function answer(
    reader: FeedReader,
    { query, life }: { query: FeedQuery; life: RequestLife },
  ): Promise<string | undefined> {
    const { wait, limit, ack } = query;
    const { agentId } = reader;
    const { cursors, keptSince, ...question } = getQuestion(query, agentId);
    const until = () => ({ life, signal: endOfWait(life, wait, context.closing) });
    let { upTo } = question;
    const read = () => {
      const asked = { reader, limit, ...question, upTo, waits: wait > 0 };
      // The first read consumes the events, so later reads need not write.
      upTo = undefined;
      return readFeed(asked);
    };
    const page = wait === 0 ? await read() : await waitForEvents(feedSignal, agentId, read, until());
    return page && pageText(feedNames, agentId, page, { limit, cursors, keptSince, consumed: ack });
  }

  async function answerAnew(
    { agentId, keyId = '' }: FeedReader,
    request: { query: FeedQuery; life: RequestLife },
  ): Promise<string | undefined> {
    const reader = await authentication.createReader(keyId);
    return reader && reader.agentId !== agentId ? answer(reader, request) : undefined;
  }

  /** Returns the question: its range, the acknowledged events, and the kind of its cursor. */
  function getQuestion(
    { after, ack, about, since, topic_id: topicId, task_id: taskId }: FeedQuery,
    agentId: string,
  ) {
    const aboutMe = about === 'me';
    const cursors = aboutMe ? 'about_me' : 'cursor';
    const from = placeOf(feedNames, agentId, 'after', after, anyPage);
    const upTo = placeOf(feedNames, agentId, 'ack', ack, [cursors]);
    const question = { after: from, aboutMe, upTo };
    if (since === undefined) return { ...question, keptSince: undefined, cursors } as const;
    const { now, config } = context.platform;
    const history = { since: new Date(since), topicId, taskId };
    if (history.since > now())
      throw new ApiError('invalid_request', 'since is in the future; pass a time before now', {
        path: 'since',
      });
    const keptSince = new Date(now().getTime() - config.feedDays * 86_400_000);
    return { ...question, history, keptSince, cursors: 'history' } as const;
  }
}

export function registerAcknowledgement({ app, context, served }: Routes): void {
  const { platform, feedNames } = context;

  app.route({
    ...served(feedRoutes.acknowledge),
    handler: async (request) => {
      const agent = requestingAgent(request);
      const { event_ids: ids, cursor } = request.body;
      // An id that was never an event of this agent counts as consumed.
      const events = ids.flatMap((id) => feedNames.read(agent.agentId, 'event', id) ?? []);
      const aboutMeUpTo =
        cursor === undefined ? undefined : feedNames.read(agent.agentId, 'about_me', cursor);
      const upTo = aboutMeUpTo ? undefined : placeOf(feedNames, agent.agentId, 'cursor', cursor, ['cursor']);
      return {
        acknowledged: await acknowledgeFeed(platform.database, agent, { events, upTo, aboutMeUpTo }),
      };
    },
  });
}

/** Reading can continue from the cursor of any page; consuming is possible only up to that of a page that omitted nothing. */
const anyPage = ['cursor', 'about_me', 'history'] as const;

function placeOf(
  feedNames: FeedNames,
  agentId: string,
  path: 'after' | 'ack' | 'cursor',
  cursor: string | undefined,
  kinds: readonly FeedNameKind[],
) {
  if (cursor === undefined) return undefined;
  const place = kinds.map((kind) => feedNames.read(agentId, kind, cursor)).find((read) => read !== undefined);
  if (!place)
    throw new ApiError(
      'invalid_request',
      'the cursor was not issued to this agent; read the feed without it',
      { path },
    );
  return place;
}
