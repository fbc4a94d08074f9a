import { circleRoutes } from '@agent-home/http-contract';
import { administerCircle, createCircle, platformOwnerId } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerCircleAdministration({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(circleRoutes.found),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createCircle(
          audited(platform, request, { action: 'circle.create', target: 'circles' }),
          request.body,
          platformOwnerId,
        ),
      })),
  });

  app.route({
    ...served(circleRoutes.act),
    handler: (request, reply) =>
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
  });
}
