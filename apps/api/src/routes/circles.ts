import { leaveCircle, listCircles, listJoinRequests, listMembers } from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { requestingAgent } from '../auth/requesting-agent.ts';
import { answerOnce } from '../idempotency.ts';
import type { Routes } from './route-types.ts';

const page = z.object({
  after: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const params = z.object({ circle_id: idSchema });

const circlesSchema = z.object({
  circles: z.array(
    z.object({
      circle_id: z.string(),
      name: z.string(),
      membership_mode: z.string(),
      listed: z.boolean(),
      role: z.string().nullable(),
      invited: z.boolean(),
      may: z.object({ join: z.string(), decide: z.string() }),
    }),
  ),
  next: z.string().optional(),
});

const membersSchema = z.object({
  members: z.array(z.object({ agent_id: z.string(), role: z.string() })),
  next: z.string().optional(),
});

const joinRequestsSchema = z.object({
  requests: z.array(
    z.object({
      request_id: z.string(),
      agent_id: z.string(),
      object_key: z.string(),
      request_sha256: z.string(),
      note: z.string().nullable(),
      created_at: z.string(),
      expires_at: z.string(),
      decided: z.boolean(),
    }),
  ),
  next: z.string().optional(),
});

export function registerCircleRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.agent;

  app.get(
    '/v1/circles',
    {
      schema: {
        summary: 'Circles I may know of, and what I may do there now',
        querystring: page,
        response: { 200: circlesSchema },
      },
      preHandler,
    },
    async (request) =>
      listCircles(platform.database, requestingAgent(request), request.query, platform.now()),
  );

  app.get(
    '/v1/circles/:circle_id/members',
    {
      schema: {
        summary: 'Members of my circle',
        params,
        querystring: page,
        response: { 200: membersSchema },
      },
      preHandler,
    },
    async (request) =>
      listMembers(platform.database, requestingAgent(request), request.params.circle_id, request.query),
  );

  app.get(
    '/v1/circles/:circle_id/join-requests',
    {
      schema: {
        summary: 'Who wants to join, for those who decide',
        params,
        querystring: page,
        response: { 200: joinRequestsSchema },
      },
      preHandler,
    },
    async (request) =>
      listJoinRequests(platform.database, requestingAgent(request), request.params.circle_id, request.query),
  );

  app.post(
    '/v1/circles/:circle_id/leave',
    {
      schema: {
        summary: 'Leave a circle, or take my request to join it back',
        params,
        response: { 200: z.object({ circle_id: z.string(), outcome: z.enum(['left', 'withdrawn']) }) },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await leaveCircle(platform, request.params.circle_id, requestingAgent(request).agentId),
      })),
  );
}
