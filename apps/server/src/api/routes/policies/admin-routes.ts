import { policyRoutes } from '@agent-home/http-contract';
import { bindHomePolicies, showHomePolicies } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

/** Registers the routes for the policies of all agents. */
export function registerHomePolicies({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(policyRoutes.showHome),
    handler: () => showHomePolicies(platform),
  });

  app.route({
    ...served(policyRoutes.bindHome),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const acted = audited(platform, request, { action: 'home.policies', target: 'agents' });
        return { status: 200, answer: await bindHomePolicies(acted, request.body) };
      }),
  });
}
