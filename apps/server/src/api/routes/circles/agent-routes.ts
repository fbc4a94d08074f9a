import {
  circleMembersSchema,
  circleParamsSchema,
  joinRequestsSchema,
  knownCirclesSchema,
  leftCircleSchema,
  pageAfterQuerySchema,
} from '@agent-home/http-contract';
import { leaveCircle, listCircles, listJoinRequests, listMembers } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerKnownCircles({ app, context, authentication }: Routes): void {
  const { database, now } = context.platform;
  const preHandler = authentication.agent;
  const params = circleParamsSchema;
  const querystring = pageAfterQuerySchema;

  app.get(
    '/v1/circles',
    {
      schema: {
        summary: 'Circles I may know of, and what I may do there now',
        querystring,
        response: { 200: knownCirclesSchema },
      },
      preHandler,
    },
    async (request) => listCircles(database, requestingAgent(request), request.query, now()),
  );

  app.get(
    '/v1/circles/:circle_id/members',
    {
      schema: {
        summary: 'Members of my circle',
        params,
        querystring,
        response: { 200: circleMembersSchema },
      },
      preHandler,
    },
    async (request) =>
      listMembers(database, requestingAgent(request), request.params.circle_id, request.query),
  );

  app.get(
    '/v1/circles/:circle_id/join-requests',
    {
      schema: {
        summary: 'Who wants to join, for those who decide',
        params,
        querystring,
        response: { 200: joinRequestsSchema },
      },
      preHandler,
    },
    async (request) =>
      listJoinRequests(database, requestingAgent(request), request.params.circle_id, request.query),
  );
}

export function registerLeaving({ app, context, authentication }: Routes): void {
  const { platform } = context;
  app.post(
    '/v1/circles/:circle_id/leave',
    {
      schema: {
        summary: 'Leave a circle, or take my request to join it back',
        params: circleParamsSchema,
        response: { 200: leftCircleSchema },
      },
      preHandler: authentication.agent,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await leaveCircle(platform, request.params.circle_id, requestingAgent(request).agentId),
      })),
  );
}
