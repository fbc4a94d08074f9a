import {
  enterableTopicsSchema,
  followedTopicSchema,
  pageAfterQuerySchema,
  topicParamsSchema,
} from '@agent-home/http-contract';
import { followTopic, listTopics } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerEnterableTopics({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.get(
    '/v1/topics',
    {
      schema: {
        summary: 'Topics I may enter, and what I may do there now',
        querystring: pageAfterQuerySchema,
        response: { 200: enterableTopicsSchema },
      },
      preHandler: authentication.agent,
    },
    async (request) => listTopics(platform.database, requestingAgent(request), request.query, platform.now()),
  );
}

export function registerFollowing({ app, context, authentication }: Routes): void {
  for (const [method, following, summary] of [
    ['PUT', true, 'Hear of a topic that I may read without taking part'],
    ['DELETE', false, 'Hear of a topic no more'],
  ] as const) {
    app.route({
      method,
      url: '/v1/topics/:topic_id/follow',
      schema: { summary, params: topicParamsSchema, response: { 200: followedTopicSchema } },
      preHandler: authentication.agent,
      handler: async (request) => {
        const { topic_id: topicId } = request.params;
        await followTopic(context.platform, requestingAgent(request), topicId, following);
        return { topic_id: topicId, following };
      },
    });
  }
}
