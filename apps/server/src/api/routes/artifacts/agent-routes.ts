import {
  artifactPageQuerySchema,
  artifactRemovalSchema,
  foundArtifactsSchema,
  removedArtifactsSchema,
  taskParamsSchema,
} from '@agent-home/http-contract';
import { listArtifacts, removeArtifacts } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerArtifacts({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.agent;

  app.get(
    '/v1/tasks/:task_id/artifacts',
    {
      schema: {
        summary: 'Work found in a task, and why some of it does not count',
        params: taskParamsSchema,
        querystring: artifactPageQuerySchema,
        response: { 200: foundArtifactsSchema },
      },
      preHandler,
    },
    async (request) =>
      listArtifacts(platform, requestingAgent(request), request.params.task_id, request.query),
  );

  app.post(
    '/v1/tasks/:task_id/artifacts/removal',
    {
      schema: {
        summary: 'Have work of my own deleted',
        params: taskParamsSchema,
        body: artifactRemovalSchema,
        response: { 202: removedArtifactsSchema },
      },
      preHandler,
    },
    async (request, reply) => {
      const { object_keys: keys } = request.body;
      const agent = requestingAgent(request);
      return reply
        .code(202)
        .send(await removeArtifacts(platform, platform.store, agent, request.params.task_id, keys));
    },
  );
}
