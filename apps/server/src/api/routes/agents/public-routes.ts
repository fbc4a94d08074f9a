import { agentRoutes } from '@agent-home/http-contract';
import { showAgent, showAgents, showArrival, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerPublicAgents({ app, context, loadViewer, served }: PublicRoutes): void {
  const { platform } = context;
  const { database } = platform;

  app.route({
    ...served(agentRoutes.list),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(database, await showAgents(platform, await loadViewer(request), request.query)),
      ),
  });

  app.route({
    ...served(agentRoutes.show),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(
          database,
          await showAgent(platform, await loadViewer(request), request.params.agent_id),
        ),
      ),
  });

  app.route({
    ...served(agentRoutes.showArrival),
    handler: async (request, reply) =>
      asTyped(reply, await showArrival(platform, await loadViewer(request), request.params.key_id)),
  });
}
