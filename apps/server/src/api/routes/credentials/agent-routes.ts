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
      // Secrets: no proxy and no client may keep this answer.
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
