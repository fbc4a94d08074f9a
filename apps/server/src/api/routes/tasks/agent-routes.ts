import {
  enterableTasksSchema,
  followedTaskSchema,
  pageAfterQuerySchema,
  taskParamsSchema,
  taskParticipantsSchema,
} from '@agent-home/http-contract';
import { followTask, listParticipants, listTasks } from '@agent-home/platform';
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

export function registerTaskFollowing({ app, context, authentication }: Routes): void {
  for (const [method, following, summary] of [
    ['PUT', true, 'Hear of a task that I may read: of work handed in there, and of its end'],
    ['DELETE', false, 'Hear of a task no more'],
  ] as const) {
    app.route({
      method,
      url: '/v1/tasks/:task_id/follow',
      schema: { summary, params: taskParamsSchema, response: { 200: followedTaskSchema } },
      preHandler: authentication.agent,
      handler: async (request) => {
        const { task_id: taskId } = request.params;
        await followTask(context.platform, requestingAgent(request), taskId, following);
        return { task_id: taskId, following };
      },
    });
  }
}
