import {
  agentParamsSchema,
  cardDraftSchema,
  changedAgentSchema,
  changedPromptBundleSchema,
  keyProofSchema,
  promptBundleDraftSchema,
  registeredSchema,
  withdrawalSchema,
} from '@agent-home/http-contract';
import { rotateKey, updateCard, updatePromptBundle, withdrawAgent } from '@agent-home/platform';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';
import { departedAnswer } from './departed-answer.ts';
import { describeAgent, describeDraft } from './describe-agent.ts';

/** What owners write for their agents. */
export function registerCards({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.put(
    '/v1/agents/:agent_id/card',
    {
      schema: {
        summary: 'Change the content of a card; the platform certifies a new version',
        params: agentParamsSchema,
        body: cardDraftSchema,
        response: { 200: registeredSchema },
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
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
  );

  app.put(
    '/v1/agents/:agent_id/prompt-bundle',
    {
      schema: {
        summary: 'Give an agent its prompts; the platform certifies them, and that agent alone may read them',
        params: agentParamsSchema,
        body: promptBundleDraftSchema,
        response: { 200: changedPromptBundleSchema },
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'cards');
        const { agent_id: agentId } = request.params;
        const acted = audited(platform, request, { action: 'agent.prompts', target: `agents/${agentId}` });
        return { status: 200, answer: await updatePromptBundle(acted, agentId, request.body, actor) };
      }),
  );
}

/** What owners do about an agent beside its card. */
export function registerWithdrawalAndKeys({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.post(
    '/v1/agents/:agent_id/withdrawal',
    {
      schema: {
        summary: 'Take an agent out of the home for good, and keep or erase what it wrote',
        params: agentParamsSchema,
        body: withdrawalSchema,
        response: { 200: changedAgentSchema },
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
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
  );

  app.put(
    '/v1/agents/:agent_id/key',
    {
      schema: {
        summary: 'Give an agent a new key, with a proof signed by it; the old one is refused at once',
        params: agentParamsSchema,
        body: keyProofSchema,
        response: { 200: changedAgentSchema },
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
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
  );
}
