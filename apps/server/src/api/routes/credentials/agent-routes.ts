import { credentialRoutes } from '@agent-home/http-contract';
import { issueCredentials } from '@agent-home/platform';
import { requestingAgent, unusedNonce } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerCredentials({ app, context, authentication, served }: Routes): void {
  const { platform, credentialDesk } = context;

  app.route({
    ...served(credentialRoutes.issue),
    preHandler: authentication.agentWithNonce,
    handler: async (request, reply) => {
      // The response contains secrets, so no proxy or client may store it.
      reply.header('cache-control', 'no-store');
      return issueCredentials(
        platform,
        credentialDesk,
        requestingAgent(request),
        request.body,
        unusedNonce(request),
      );
    },
  });
}
