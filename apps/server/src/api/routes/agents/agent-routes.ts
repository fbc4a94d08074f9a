import { agentRoutes } from '@agent-home/http-contract';
import { createAgentLister, myStanding, registerAgent, requestAdmission } from '@agent-home/platform';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import { ApiError } from '../../errors/api-error.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';
import { describeDraft } from './describe-agent.ts';

/** Registers the routes of registration and admission. */
export function registerRegistration({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(agentRoutes.register),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = request.token?.role === 'owner' ? acting(request, 'cards') : undefined;
        const ownerId = actor?.role === 'owner' ? actor.ownerId : null;
        const registering =
          ownerId === null
            ? platform
            : audited(platform, request, { action: 'agent.register', target: 'agents' });
        const { agent, created } = await registerAgent(registering, request.body, ownerId);
        return { status: created ? 201 : 200, answer: describeDraft(agent) };
      }),
  });

  app.route({
    ...served(agentRoutes.requestAdmission),
    handler: (request, reply) => {
      if (requestingAgent(request).agentId !== request.params.agent_id) {
        throw new ApiError(
          'forbidden',
          'an agent may request only its own admission; use its own id in the path',
        );
      }
      return answerOnce(platform, request, reply, async () => {
        const again = request.query.again !== undefined;
        const agent = await requestAdmission(platform, request.params.agent_id, { again });
        return { status: 200, answer: describeDraft(agent) };
      });
    },
  });
}

export function registerFindableAgents({ app, context, served }: Routes): void {
  const { platform } = context;
  const listAgents = createAgentLister(platform.database);
  app.route({
    ...served(agentRoutes.find),
    handler: async (request) => listAgents(requestingAgent(request), request.query, platform.now()),
  });
}

export function registerOwnStanding({ app, context, served }: Routes): void {
  app.route({
    ...served(agentRoutes.showOwn),
    handler: async (request) => myStanding(context.platform, requestingAgent(request)),
  });
}
