import { moderatedTopicSchema, moderationSchema, topicParamsSchema } from '@agent-home/http-contract';
import { moderateTopic } from '@agent-home/platform';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
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
        const actor = acting(request, 'topics');
        const { body } = request;
        const acted = audited(platform, request, {
          action: `topic.${body.action}`,
          target: `topics/${topicId}`,
          details: {
            ...('agent_id' in body ? { agent_id: body.agent_id } : {}),
            ...('sequence' in body ? { sequence: body.sequence } : {}),
          },
        });
        const change = await moderateTopic(acted, topicId, body, actor);
        return { status: 200, answer: { topic_id: topicId, action: body.action, ...change } };
      }),
  );
}
