import { circleRoutes } from '@agent-home/http-contract';
import { leaveCircle, listCircles, listJoinRequests, listMembers } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerKnownCircles({ app, context, served }: Routes): void {
  const { database, now } = context.platform;

  app.route({
    ...served(circleRoutes.listKnown),
    handler: async (request) => listCircles(database, requestingAgent(request), request.query, now()),
  });

  app.route({
    ...served(circleRoutes.listMembers),
    handler: async (request) =>
      listMembers(database, requestingAgent(request), request.params.circle_id, request.query),
  });

  app.route({
    ...served(circleRoutes.listJoinRequests),
    handler: async (request) =>
      listJoinRequests(database, requestingAgent(request), request.params.circle_id, request.query),
  });
}

export function registerLeaving({ app, context, served }: Routes): void {
  const { platform } = context;
  app.route({
    ...served(circleRoutes.leave),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await leaveCircle(platform, request.params.circle_id, requestingAgent(request).agentId),
      })),
  });
}
