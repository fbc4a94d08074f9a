import { agentRoutes } from '@agent-home/http-contract';
import {
  bindAgentPolicies,
  rotateKey,
  showAgentHealth,
  showAgentPolicies,
  updateCard,
  updatePromptBundle,
  withdrawAgent,
} from '@agent-home/platform';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
import { readingActor } from '../../authentication/reading-actor.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';
import { departedAnswer } from './departed-answer.ts';
import { describeAgent, describeDraft } from './describe-agent.ts';

/** Registers the routes for cards and prompts of owners. */
export function registerCards({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(agentRoutes.changeCard),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'cards');
        const agent = await updateCard(
          audited(platform, request, { action: 'agent.card', target: `agents/${request.params.agent_id}` }),
          request.params.agent_id,
          request.body,
          actor,
        );
        return { status: 200, answer: describeDraft(agent) };
      }),
  });

  app.route({
    ...served(agentRoutes.changePrompts),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'cards');
        const { agent_id: agentId } = request.params;
        const acted = audited(platform, request, { action: 'agent.prompts', target: `agents/${agentId}` });
        return { status: 200, answer: await updatePromptBundle(acted, agentId, request.body, actor) };
      }),
  });
}

/** Registers the route for the health of an agent. */
export function registerAgentHealth({ app, context, served }: Routes): void {
  app.route({
    ...served(agentRoutes.showHealth),
    handler: (request) => showAgentHealth(context.platform, request.params.agent_id, readingActor(request)),
  });
}

/** Registers the routes for the policies of an agent. */
export function registerAgentPolicies({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(agentRoutes.showPolicies),
    handler: (request) => showAgentPolicies(platform, request.params.agent_id, readingActor(request)),
  });

  app.route({
    ...served(agentRoutes.bindPolicies),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'cards');
        const { agent_id: agentId } = request.params;
        const acted = audited(platform, request, { action: 'agent.policies', target: `agents/${agentId}` });
        return { status: 200, answer: await bindAgentPolicies(acted, agentId, request.body, actor) };
      }),
  });
}

/** Registers further actions of owners on an agent. */
export function registerWithdrawalAndKeys({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(agentRoutes.withdraw),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'withdrawal');
        const agent = await withdrawAgent(
          audited(platform, request, {
            action: 'agent.withdraw',
            target: `agents/${request.params.agent_id}`,
            details: { objects: request.body.objects },
          }),
          request.params.agent_id,
          request.body,
          actor,
        );
        return departedAnswer(platform, agent);
      }),
  });

  app.route({
    ...served(agentRoutes.changeKey),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'keys');
        const agent = await rotateKey(
          audited(platform, request, { action: 'agent.key', target: `agents/${request.params.agent_id}` }),
          request.params.agent_id,
          request.body,
          actor,
        );
        return { status: 200, answer: describeAgent(agent) };
      }),
  });
}
