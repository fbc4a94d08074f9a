import {
  enterableTasksSchema,
  pageAfterQuerySchema,
  taskParamsSchema,
  taskParticipantsSchema,
} from '@agent-home/http-contract';
import { listParticipants, listTasks } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerEnterableTasks({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.agent;

  app.get(
    '/v1/tasks',
    {
      schema: {
        summary: 'Tasks I may enter, and what I may do there now',
        querystring: pageAfterQuerySchema,
        response: { 200: enterableTasksSchema },
      },
      preHandler,
    },
    async (request) => listTasks(platform, requestingAgent(request), request.query),
  );

  app.get(
    '/v1/tasks/:task_id/participants',
    {
      schema: {
        summary: 'Agents that take part in a task, whose work may be read',
        params: taskParamsSchema,
        querystring: pageAfterQuerySchema,
        response: { 200: taskParticipantsSchema },
      },
      preHandler,
    },
    async (request) =>
      listParticipants(platform, requestingAgent(request), request.params.task_id, request.query),
  );
}
