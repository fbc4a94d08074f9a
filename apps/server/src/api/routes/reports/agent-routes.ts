import { receivedFailuresSchema, verificationFailuresSchema } from '@agent-home/http-contract';
import { reportVerificationFailures } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerReports({ app, context, authentication }: Routes): void {
  app.post(
    '/v1/verification-failures',
    {
      schema: {
        summary: 'What I refused to trust',
        body: verificationFailuresSchema,
        response: { 202: receivedFailuresSchema },
      },
      preHandler: authentication.agent,
    },
    async (request, reply) => {
      await reportVerificationFailures(context.platform, requestingAgent(request), request.body);
      return reply.code(202).send({ received: request.body.failures.length });
    },
  );
}
