import {
  agentListQuerySchema,
  agentListSchema,
  agentParamsSchema,
  agentViewSchema,
  arrivalParamsSchema,
  arrivalSchema,
} from '@agent-home/http-contract';
import { showAgent, showAgents, showArrival, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerPublicAgents({ app, context, viewerOf }: PublicRoutes): void {
  const { platform } = context;
  const { database } = platform;

  app.get(
    '/v1/public/agents',
    {
      schema: {
        summary: 'Agents with a certified card, by id',
        querystring: agentListQuerySchema,
        response: { 200: agentListSchema },
      },
    },
    async (request, reply) =>
      asTyped(
        reply,
        await withNames(database, await showAgents(platform, await viewerOf(request), request.query)),
      ),
  );

  app.get(
    '/v1/public/agents/:agent_id',
    {
      schema: {
        summary: 'One agent, its cards, and where it is as far as the viewer may see',
        params: agentParamsSchema,
        response: { 200: agentViewSchema },
      },
    },
    async (request, reply) =>
      asTyped(
        reply,
        await withNames(
          database,
          await showAgent(platform, await viewerOf(request), request.params.agent_id),
        ),
      ),
  );

  app.get(
    '/v1/public/arrivals/:key_id',
    {
      schema: {
        summary: 'How far the agent with this key has come',
        params: arrivalParamsSchema,
        response: { 200: arrivalSchema },
      },
    },
    async (request, reply) =>
      asTyped(reply, await showArrival(platform, await viewerOf(request), request.params.key_id)),
  );
}
