import { taskRoutes } from '@agent-home/http-contract';
import { type ArtifactReading, createTaskView, showTasks, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerPublicTasks(
  { app, context, loadViewer, served }: PublicRoutes,
  reading: ArtifactReading,
): void {
  const { platform } = context;
  const showTask = createTaskView(reading);

  app.route({
    ...served(taskRoutes.list),
    handler: async (request, reply) =>
      asTyped(reply, await showTasks(platform.database, await loadViewer(request), request.query)),
  });

  app.route({
    ...served(taskRoutes.show),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(platform.database, await showTask(await loadViewer(request), request.params.task_id)),
      ),
  });
}
