import { agentRoutes } from '@agent-home/http-contract';
import {
  actOnAgent,
  admitAgent,
  decideAdmissions,
  officeAgents,
  pendingPersonas,
  reviewPersona,
  withNames,
} from '@agent-home/platform';
import { audited, getAct } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';
import { departedAnswer } from './departed-answer.ts';
import { describeAgent } from './describe-agent.ts';

export function registerAdmission({ app, context, served }: Routes): void {
  const { platform } = context;
  app.route({
    ...served(agentRoutes.admit),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const agent = await admitAgent(
          audited(platform, request, { action: 'agent.admit', target: `agents/${request.params.agent_id}` }),
          request.params.agent_id,
        );
        return { status: 200, answer: { agent_id: agent.agentId, standing: agent.standing } };
      }),
  });

  app.route({
    ...served(agentRoutes.decideAdmissions),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await decideAdmissions(platform, request.body, (agentId) =>
          getAct(request, {
            action: `agent.${request.body.decision}`,
            target: `agents/${agentId}`,
            reason: 'reason' in request.body ? request.body.reason : undefined,
          }),
        ),
      })),
  });
}

export function registerAgentActions({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(agentRoutes.act),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { params, body } = request;
        const acting = audited(platform, request, {
          action: `agent.${body.action}`,
          target: `agents/${params.agent_id}`,
          reason: 'reason' in body ? body.reason : undefined,
        });
        return departedAnswer(platform, await actOnAgent(acting, params.agent_id, body));
      }),
  });

  app.route({
    ...served(agentRoutes.listPersonas),
    handler: async () => withNames(platform.database, { personas: await pendingPersonas(platform) }),
  });

  app.route({
    ...served(agentRoutes.decidePersona),
    handler: (request, reply) =>
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
  });
}

export function registerOfficeAgents({ app, context, served }: Routes): void {
  const { database } = context.platform;
  app.route({
    ...served(agentRoutes.listForOffice),
    handler: async (request) => withNames(database, await officeAgents(database, request.query)),
  });
}
