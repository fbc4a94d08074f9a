import { artifactRemovalSchema, maxListedName } from '@agent-home/http-contract';
import { listArtifacts, listParticipants, listTasks, removeArtifacts } from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { requestingAgent } from '../auth/requesting-agent.ts';
import type { Routes } from './route-types.ts';

const page = z.object({
  after: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const taskListSchema = z.object({
  tasks: z.array(
    z.object({
      task_id: z.string(),
      title: z.string(),
      visibility: z.string(),
      status: z.string(),
      policy_version: z.int(),
      may: z.object({ read: z.literal(true), write: z.string() }),
    }),
  ),
  next: z.string().optional(),
});

const artifactListSchema = z.object({
  artifacts: z.array(
    z.object({
      agent_id: z.string(),
      object_key: z.string(),
      size_bytes: z.int(),
      modified_at: z.string(),
      indexed: z.boolean(),
      refusal: z.enum(['too_large', 'over_quota', 'not_plain', 'unusable_key']).optional(),
    }),
  ),
  next: z.string().optional(),
});

export function registerTaskRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.get(
    '/v1/tasks',
    {
      schema: {
        summary: 'Tasks I may enter, and what I may do there now',
        querystring: page,
        response: { 200: taskListSchema },
      },
      preHandler: authentication.agent,
    },
    async (request) => listTasks(platform, requestingAgent(request), request.query),
  );

  app.get(
    '/v1/tasks/:task_id/participants',
    {
      schema: {
        summary: 'Agents that take part in a task, whose work may be read',
        params: z.object({ task_id: idSchema }),
        querystring: page,
        response: { 200: z.object({ agent_ids: z.array(z.string()), next: z.string().optional() }) },
      },
      preHandler: authentication.agent,
    },
    async (request) =>
      listParticipants(platform, requestingAgent(request), request.params.task_id, request.query),
  );

  app.get(
    '/v1/tasks/:task_id/artifacts',
    {
      schema: {
        summary: 'Work found in a task, and why some of it does not count',
        params: z.object({ task_id: idSchema }),
        querystring: page.extend({ after: z.string().max(maxListedName).optional() }),
        response: { 200: artifactListSchema },
      },
      preHandler: authentication.agent,
    },
    async (request) =>
      listArtifacts(platform, requestingAgent(request), request.params.task_id, request.query),
  );

  app.post(
    '/v1/tasks/:task_id/artifacts/removal',
    {
      schema: {
        summary: 'Have work of my own deleted',
        params: z.object({ task_id: idSchema }),
        body: artifactRemovalSchema,
        response: { 202: z.object({ object_keys: z.array(z.string()) }) },
      },
      preHandler: authentication.agent,
    },
    async (request, reply) => {
      const { object_keys: keys } = request.body;
      const agent = requestingAgent(request);
      return reply.code(202).send(await removeArtifacts(platform, agent, request.params.task_id, keys));
    },
  );
}
