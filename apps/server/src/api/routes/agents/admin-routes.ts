import {
  admittedSchema,
  agentActionSchema,
  agentParamsSchema,
  bulkAdmissionAnswerSchema,
  bulkAdmissionSchema,
  changedAgentSchema,
  officeAgentListSchema,
  officeAgentQuerySchema,
  pendingPersonasSchema,
  personaDecisionSchema,
} from '@agent-home/http-contract';
import {
  actOnAgent,
  admitAgent,
  decideAdmissions,
  officeAgents,
  pendingPersonas,
  reviewPersona,
  withNames,
} from '@agent-home/platform';
import { actOf, audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';
import { departedAnswer } from './departed-answer.ts';
import { describeAgent } from './describe-agent.ts';

export function registerAdmission({ app, context, authentication }: Routes): void {
  const { platform } = context;
  app.post(
    '/v1/admin/agents/:agent_id/admission',
    {
      schema: {
        summary: 'Admit a registered agent',
        params: agentParamsSchema,
        response: { 200: admittedSchema },
      },
      preHandler: authentication.admin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const agent = await admitAgent(
          audited(platform, request, { action: 'agent.admit', target: `agents/${request.params.agent_id}` }),
          request.params.agent_id,
        );
        return { status: 200, answer: { agent_id: agent.agentId, standing: agent.standing } };
      }),
  );

  app.post(
    '/v1/admin/admissions',
    {
      schema: {
        summary: 'Admit or refuse up to 100 registered agents; one result for each',
        body: bulkAdmissionSchema,
        response: { 200: bulkAdmissionAnswerSchema },
      },
      preHandler: authentication.admin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await decideAdmissions(platform, request.body, (agentId) =>
          actOf(request, {
            action: `agent.${request.body.decision}`,
            target: `agents/${agentId}`,
            reason: 'reason' in request.body ? request.body.reason : undefined,
          }),
        ),
      })),
  );
}

export function registerAgentActions({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;
  const params = agentParamsSchema;
  const response = { 200: changedAgentSchema };

  app.post(
    '/v1/admin/agents/:agent_id/actions',
    {
      schema: {
        summary: 'Refuse an agent’s admission, suspend it or let it return',
        params,
        body: agentActionSchema,
        response,
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { params, body } = request;
        const acting = audited(platform, request, {
          action: `agent.${body.action}`,
          target: `agents/${params.agent_id}`,
          reason: 'reason' in body ? body.reason : undefined,
        });
        return departedAnswer(platform, await actOnAgent(acting, params.agent_id, body));
      }),
  );

  app.get(
    '/v1/admin/personas',
    {
      schema: { summary: 'Personas that wait for review', response: { 200: pendingPersonasSchema } },
      preHandler,
    },
    async () => withNames(platform.database, { personas: await pendingPersonas(platform) }),
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
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { params, body } = request;
        const acting = audited(platform, request, {
          action: `agent.persona_${body.decision}`,
          target: `agents/${params.agent_id}`,
          reason: body.reason,
        });
        const agent = await reviewPersona(acting, params.agent_id, body);
        return { status: 200, answer: describeAgent(agent) };
      }),
  );
}

export function registerOfficeAgents({ app, context, authentication }: Routes): void {
  const { database } = context.platform;
  app.get(
    '/v1/admin/agents',
    {
      schema: {
        summary: 'Agents with what their owners wrote, by standing',
        querystring: officeAgentQuerySchema,
        response: { 200: officeAgentListSchema },
      },
      preHandler: authentication.admin,
    },
    async (request) => withNames(database, await officeAgents(database, request.query)),
  );
}
