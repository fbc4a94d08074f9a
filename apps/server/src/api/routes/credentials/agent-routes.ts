import { credentialAnswerSchema, credentialRequestSchema } from '@agent-home/http-contract';
import { issueCredentials } from '@agent-home/platform';
import { requestingAgent, unusedNonce } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerCredentials({ app, context, authentication }: Routes): void {
  const { platform, credentialDesk } = context;

  app.post(
    '/v1/credentials',
    {
      schema: {
        summary: 'Temporary credentials for exactly what I may do now',
        body: credentialRequestSchema,
        response: { 200: credentialAnswerSchema },
      },
      preHandler: authentication.agentWithNonce,
    },
    async (request, reply) => {
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
  );
}
