import { taskRoutes } from '@agent-home/http-contract';
import { type ArtifactReading, openTaskView, showTasks, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerPublicTasks(
  { app, context, viewerOf, served }: PublicRoutes,
  reading: ArtifactReading,
): void {
  const { platform } = context;
  const showTask = openTaskView(reading);

  app.route({
    ...served(taskRoutes.list),
    handler: async (request, reply) =>
      asTyped(reply, await showTasks(platform.database, await viewerOf(request), request.query)),
  });

  app.route({
    ...served(taskRoutes.show),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(platform.database, await showTask(await viewerOf(request), request.params.task_id)),
      ),
  });
}
