import { artifactRoutes } from '@agent-home/http-contract';
import { listArtifacts, removeArtifacts } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerArtifacts({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(artifactRoutes.list),
    handler: async (request) =>
      listArtifacts(platform, requestingAgent(request), request.params.task_id, request.query),
  });

  app.route({
    ...served(artifactRoutes.remove),
    handler: async (request, reply) => {
      const { object_keys: keys } = request.body;
      const agent = requestingAgent(request);
      return reply
        .code(202)
        .send(await removeArtifacts(platform, platform.store, agent, request.params.task_id, keys));
    },
  });
}
