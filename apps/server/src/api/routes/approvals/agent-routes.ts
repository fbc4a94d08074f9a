import { approvalRoutes } from '@agent-home/http-contract';
import { requestApproval, withdrawApproval } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

/** Registers the routes by which agents request approvals of their calls. */
export function registerApprovalRequests({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(approvalRoutes.request),
    handler: async (request, reply) => {
      const { agentId } = requestingAgent(request);
      const { isNew, ...answer } = await requestApproval(platform, agentId, request.body);
      reply.code(isNew ? 201 : 200);
      return answer;
    },
  });

  app.route({
    ...served(approvalRoutes.withdraw),
    handler: (request) =>
      withdrawApproval(platform, requestingAgent(request).agentId, request.params.approval_id),
  });
}
