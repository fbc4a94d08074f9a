import {
  changedCircleSchema,
  circleActionSchema,
  circleParamsSchema,
  foundedCircleSchema,
  newCircleSchema,
} from '@agent-home/http-contract';
import { administerCircle, createCircle, platformOwnerId } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerCircleAdministration({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;

  app.post(
    '/v1/admin/circles',
    {
      schema: { summary: 'Found a circle', body: newCircleSchema, response: { 201: foundedCircleSchema } },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createCircle(
          audited(platform, request, { action: 'circle.create', target: 'circles' }),
          request.body,
          platformOwnerId,
        ),
      })),
  );

  app.post(
    '/v1/admin/circles/:circle_id/actions',
    {
      schema: {
        summary: 'Change a circle’s policy, its members, their roles, or whom it invites',
        params: circleParamsSchema,
        body: circleActionSchema,
        response: { 200: changedCircleSchema },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await administerCircle(
          audited(platform, request, {
            action: `circle.${request.body.action}`,
            target: `circles/${request.params.circle_id}`,
            details: 'agent_id' in request.body ? { agent_id: request.body.agent_id } : {},
          }),
          request.params.circle_id,
          request.body,
        ),
      })),
  );
}
