import { approvalRoutes, roleMay } from '@agent-home/http-contract';
import { changeApproverRules, decideApproval, listApprovals, showApproverRules } from '@agent-home/platform';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

/** Registers the routes by which owners and admins decide on calls of runs. */
export function registerApprovals({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(approvalRoutes.list),
    handler: (request) =>
      listApprovals(platform.database, request.query, {
        actor: acting(request, 'approvals'),
        mayModerate: request.token !== undefined && roleMay(request.token.role, ['moderation']),
        now: platform.now(),
      }),
  });

  app.route({
    ...served(approvalRoutes.decide),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'approvals');
        const { agent_id: agentId, approval_id: approvalId } = request.params;
        const { decision, reason } = request.body;
        const acted = audited(platform, request, {
          action: 'agent.approval',
          target: `agents/${agentId}`,
          details: { approval_id: approvalId, decision },
          ...(reason === '' ? {} : { reason }),
        });
        const asked = { agentId, approvalId };
        return { status: 200, answer: await decideApproval(acted, asked, request.body, actor) };
      }),
  });

  app.route({
    ...served(approvalRoutes.showRules),
    handler: (request) => showApproverRules(platform, request.params.agent_id, acting(request, 'approvals')),
  });

  app.route({
    ...served(approvalRoutes.changeRules),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'approvals');
        const { agent_id: agentId } = request.params;
        const acted = audited(platform, request, {
          action: 'agent.approval_rules',
          target: `agents/${agentId}`,
          details: { ...request.body },
        });
        return { status: 200, answer: await changeApproverRules(acted, agentId, request.body, actor) };
      }),
  });
}
