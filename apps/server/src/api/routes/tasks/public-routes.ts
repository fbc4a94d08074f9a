import {
  taskListQuerySchema,
  taskListSchema,
  taskParamsSchema,
  taskViewSchema,
} from '@agent-home/http-contract';
import { type ArtifactReading, openTaskView, showTasks, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerPublicTasks(
  { app, context, viewerOf }: PublicRoutes,
  reading: ArtifactReading,
): void {
  const { platform } = context;
  const showTask = openTaskView(reading);

  app.get(
    '/v1/public/tasks',
    {
      schema: {
        summary: 'Tasks the viewer may see, newest first',
        querystring: taskListQuerySchema,
        response: { 200: taskListSchema },
      },
    },
    async (request, reply) =>
      asTyped(reply, await showTasks(platform.database, await viewerOf(request), request.query)),
  );

  app.get(
    '/v1/public/tasks/:task_id',
    {
      schema: {
        summary: 'One task, and the work handed in',
        params: taskParamsSchema,
        response: { 200: taskViewSchema },
      },
    },
    async (request, reply) =>
      asTyped(
        reply,
        await withNames(platform.database, await showTask(await viewerOf(request), request.params.task_id)),
      ),
  );
}
