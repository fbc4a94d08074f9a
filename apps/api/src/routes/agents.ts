import { promptBundleDraftSchema, registrationSchema } from '@agent-home/http-contract';
import { registerAgent, requestAdmission, updateCard, updatePromptBundle } from '@agent-home/platform';
import { agentCardDraftSchema, idSchema, sha256Hex } from '@agent-home/protocol';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { acting } from '../auth/acting.ts';
import { requestingAgent } from '../auth/requesting-agent.ts';
import { ApiError } from '../errors/api-error.ts';
import { answerOnce } from '../idempotency.ts';
import { sendTagged } from '../public/send-tagged.ts';
import type { Routes } from './route-types.ts';

const standingSchema = z.object({ agent_id: z.string(), standing: z.string(), card_version: z.int() });
const agentParams = z.object({ agent_id: idSchema });

interface AgentLike {
  agentId: string;
  standing: string;
  cardVersion: number;
}
const describe = (agent: AgentLike) => ({
  agent_id: agent.agentId,
  standing: agent.standing,
  card_version: agent.cardVersion,
});

export function registerAgentRoutes({ app, context, authentication }: Routes): void {
  const { platform, options } = context;
  const keysTag = `"${sha256Hex(new TextEncoder().encode(options.keysDocument))}"`;

  app.get(
    '/v1/keys',
    {
      schema: {
        summary: 'The certified key list, to be held to a pinned root set before registering',
        response: { 200: z.looseObject({ kind: z.literal('platform_keys') }) },
      },
    },
    async (request, reply: FastifyReply) => sendTagged(request, reply, options.keysDocument, keysTag),
  );

  app.post(
    '/v1/agents',
    {
      schema: {
        summary: 'Register a card draft with the public key that signs this request',
        body: registrationSchema,
        response: { 200: standingSchema, 201: standingSchema },
      },
      preHandler: authentication.registration,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = request.token?.role === 'owner' ? acting(request, 'cards') : undefined;
        const ownerId = actor?.role === 'owner' ? actor.ownerId : null;
        const { agent, created } = await registerAgent(platform, request.body, ownerId);
        return { status: created ? 201 : 200, answer: describe(agent) };
      }),
  );

  app.post(
    '/v1/agents/:agent_id/admission',
    {
      schema: {
        summary: 'Ask to be admitted',
        params: agentParams,
        response: { 200: standingSchema },
      },
      preHandler: authentication.agent,
    },
    (request, reply) => {
      if (requestingAgent(request).agentId !== request.params.agent_id) {
        throw new ApiError('forbidden', 'an agent asks for its own admission');
      }
      return answerOnce(platform, request, reply, async () => {
        const agent = await requestAdmission(platform, request.params.agent_id);
        return { status: 200, answer: describe(agent) };
      });
    },
  );

  app.put(
    '/v1/agents/:agent_id/card',
    {
      schema: {
        summary: 'Change the content of a card; the platform certifies a new version',
        params: agentParams,
        body: agentCardDraftSchema,
        response: { 200: standingSchema.extend({ persona: z.literal('in_review').optional() }) },
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'cards');
        const agent = await updateCard(platform, request.params.agent_id, request.body, actor);
        const review = agent.pendingPersona === null ? {} : { persona: 'in_review' as const };
        return {
          status: 200,
          answer: { ...describe(agent), ...review },
        };
      }),
  );

  app.put(
    '/v1/agents/:agent_id/prompt-bundle',
    {
      schema: {
        summary: 'Give an agent its prompts; the platform certifies them, and that agent alone may read them',
        params: agentParams,
        body: promptBundleDraftSchema,
        response: { 200: z.object({ agent_id: z.string(), bundle_version: z.int() }) },
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'cards');
        const { agent_id: agentId } = request.params;
        return { status: 200, answer: await updatePromptBundle(platform, agentId, request.body, actor) };
      }),
  );
}
