import { topicRoutes } from '@agent-home/http-contract';
import { moderateTopic } from '@agent-home/platform';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerModeration({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(topicRoutes.moderate),
    handler: (request, reply) =>
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
  });
}
