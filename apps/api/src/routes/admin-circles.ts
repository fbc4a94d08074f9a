import { circleActionSchema, newCircleSchema } from '@agent-home/http-contract';
import { administerCircle, createCircle } from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { answerOnce } from '../idempotency.ts';
import { exposureSchema } from './exposure-schema.ts';
import type { Routes } from './route-types.ts';

const platformOwnerId = 'platform';

const answerSchema = z.object({ circle_id: z.string(), policy_version: z.int() });

export function registerAdminCircleRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;

  app.post(
    '/v1/admin/circles',
    {
      schema: { summary: 'Found a circle', body: newCircleSchema, response: { 201: answerSchema } },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createCircle(platform, request.body, platformOwnerId),
      })),
  );

  app.post(
    '/v1/admin/circles/:circle_id/actions',
    {
      schema: {
        summary: 'Change a circle’s policy, its members, their roles, or whom it invites',
        params: z.object({ circle_id: idSchema }),
        body: circleActionSchema,
        response: { 200: answerSchema.extend({ exposed: z.array(exposureSchema).optional() }) },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await administerCircle(platform, request.params.circle_id, request.body),
      })),
  );
}
