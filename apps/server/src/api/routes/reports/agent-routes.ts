import { reportRoutes } from '@agent-home/http-contract';
import { reportVerificationFailures } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerReports({ app, context, served }: Routes): void {
  app.route({
    ...served(reportRoutes.reportFailures),
    handler: async (request, reply) => {
      await reportVerificationFailures(context.platform, requestingAgent(request), request.body);
      return reply.code(202).send({ received: request.body.failures.length });
    },
  });
}
