import { topicRoutes } from '@agent-home/http-contract';
import { followTopic, listTopics } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerEnterableTopics({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(topicRoutes.listEnterable),
    handler: async (request) =>
      listTopics(platform.database, requestingAgent(request), request.query, platform.now()),
  });
}

export function registerFollowing({ app, context, served }: Routes): void {
  for (const [route, following] of [
    [topicRoutes.follow, true],
    [topicRoutes.unfollow, false],
  ] as const) {
    app.route({
      ...served(route),
      handler: async (request) => {
        const { topic_id: topicId } = request.params;
        await followTopic(context.platform, requestingAgent(request), topicId, following);
        return { topic_id: topicId, following };
      },
    });
  }
}
