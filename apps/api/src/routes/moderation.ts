import { moderationSchema } from '@agent-home/http-contract';
import { moderateTopic } from '@agent-home/platform';
import { idSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { acting } from '../auth/acting.ts';
import { answerOnce } from '../idempotency.ts';
import { exposureSchema } from './exposure-schema.ts';
import type { Routes } from './route-types.ts';

export function registerModerationRoutes({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.post(
    '/v1/topics/:topic_id/moderation',
    {
      schema: {
        summary:
          'Pause, resume, close or continue a topic, redact a line, mute or eject an agent, change whom it is for; for admins and its owner',
        params: z.object({ topic_id: idSchema }),
        body: moderationSchema,
        response: {
          200: z.object({
            topic_id: z.string(),
            action: z.string(),
            policy_version: z.int().optional(),
            exposed: z.array(exposureSchema).optional(),
            continued_as: z.string().optional(),
          }),
        },
      },
      preHandler: authentication.ownerOrAdmin,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { topic_id: topicId } = request.params;
        const change = await moderateTopic(platform, topicId, request.body, acting(request, 'topics'));
        return { status: 200, answer: { topic_id: topicId, action: request.body.action, ...change } };
      }),
  );
}
