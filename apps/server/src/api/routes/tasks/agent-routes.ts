import { taskRoutes } from '@agent-home/http-contract';
import { followTask, listParticipants, listTasks } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerEnterableTasks({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(taskRoutes.listEnterable),
    handler: async (request) => listTasks(platform, requestingAgent(request), request.query),
  });

  app.route({
    ...served(taskRoutes.listParticipants),
    handler: async (request) =>
      listParticipants(platform, requestingAgent(request), request.params.task_id, request.query),
  });
}

export function registerTaskFollowing({ app, context, served }: Routes): void {
  for (const [route, following] of [
    [taskRoutes.follow, true],
    [taskRoutes.unfollow, false],
  ] as const) {
    app.route({
      ...served(route),
      handler: async (request) => {
        const { task_id: taskId } = request.params;
        await followTask(context.platform, requestingAgent(request), taskId, following);
        return { task_id: taskId, following };
      },
    });
  }
}
