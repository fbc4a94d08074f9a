import {
  agentActionSchema,
  keyProofSchema,
  personaDecisionSchema,
  withdrawalSchema,
} from '@agent-home/http-contract';
import {
  type AgentRow,
  actOnAgent,
  exposuresOf,
  type Platform,
  pendingPersonas,
  reviewPersona,
  rotateKey,
  withdrawAgent,
} from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { acting } from '../auth/acting.ts';
import { answerOnce } from '../idempotency.ts';
import { exposureSchema } from './exposure-schema.ts';
import type { Routes } from './route-types.ts';

const params = z.object({ agent_id: idSchema });
const response = {
  200: z.object({
    agent_id: z.string(),
    standing: z.string(),
    card_version: z.int(),
    exposed: z.array(exposureSchema).optional(),
  }),
};
const answerOf = (agent: AgentRow) => ({
  status: 200,
  answer: { agent_id: agent.agentId, standing: agent.standing, card_version: agent.cardVersion },
});
/** What credentials still open to an agent that is to open nothing any more. */
const departedAnswer = async ({ database }: Platform, agent: AgentRow) => {
  const { status, answer } = answerOf(agent);
  const isAway = agent.standing === 'suspended' || agent.standing === 'withdrawn';
  const exposed = isAway ? await exposuresOf(database, { agentId: agent.agentId }) : undefined;
  return { status, answer: { ...answer, ...(exposed ? { exposed } : {}) } };
};

/** What owners and admins do about an agent beside its card. */
export function registerOwnerRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.post(
    '/v1/admin/agents/:agent_id/actions',
    {
      schema: { summary: 'Suspend an agent or let it return', params, body: agentActionSchema, response },
      preHandler: authentication.admin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () =>
        departedAnswer(platform, await actOnAgent(platform, request.params.agent_id, request.body)),
      ),
  );

  app.get(
    '/v1/admin/personas',
    {
      schema: {
        summary: 'Personas that wait for review',
        response: {
          200: z.object({ personas: z.array(z.object({ agent_id: z.string(), persona: z.unknown() })) }),
        },
      },
      preHandler: authentication.admin,
    },
    async () => ({ personas: await pendingPersonas(platform) }),
  );

  app.post(
    '/v1/admin/agents/:agent_id/persona',
    {
      schema: {
        summary: 'Decide on a changed persona; the old card stays until then',
        params,
        body: personaDecisionSchema,
        response,
      },
      preHandler: authentication.admin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () =>
        answerOf(await reviewPersona(platform, request.params.agent_id, request.body)),
      ),
  );

  app.post(
    '/v1/agents/:agent_id/withdrawal',
    {
      schema: {
        summary: 'Take an agent out of the home for good, and keep or erase what it wrote',
        params,
        body: withdrawalSchema,
        response,
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'withdrawal');
        const agent = await withdrawAgent(platform, request.params.agent_id, request.body, actor);
        return departedAnswer(platform, agent);
      }),
  );

  app.put(
    '/v1/agents/:agent_id/key',
    {
      schema: {
        summary: 'Give an agent a new key, with a proof signed by it; the old one is refused at once',
        params,
        body: keyProofSchema,
        response,
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'keys');
        return answerOf(await rotateKey(platform, request.params.agent_id, request.body, actor));
      }),
  );
}
