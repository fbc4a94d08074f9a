import { moderatedTopicSchema, moderationSchema, topicParamsSchema } from '@agent-home/http-contract';
import { moderateTopic } from '@agent-home/platform';
import { acting } from '../../authentication/acting.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerModeration({ app, context, authentication }: Routes): void {
  const { platform } = context;

  app.post(
    '/v1/topics/:topic_id/moderation',
    {
      schema: {
        summary:
          'Pause, resume, close or continue a topic, redact a line, mute or eject an agent, change whom it is for; for admins and its owner',
        params: topicParamsSchema,
        body: moderationSchema,
        response: { 200: moderatedTopicSchema },
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
