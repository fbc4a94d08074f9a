import { topicRoutes } from '@agent-home/http-contract';
import {
  administerTopic,
  createTopic,
  officeTopics,
  platformOwnerId,
  requestSummary,
  withNames,
} from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerTopicAdministration({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(topicRoutes.open),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createTopic(
          audited(platform, request, { action: 'topic.create', target: 'topics' }),
          request.body,
          platformOwnerId,
        ),
      })),
  });

  app.route({
    ...served(topicRoutes.act),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 200,
        answer: await administerTopic(
          audited(platform, request, {
            action: `topic.${request.body.action}`,
            target: `topics/${request.params.topic_id}`,
            reason: 'reason' in request.body ? request.body.reason : undefined,
            details: 'agent_id' in request.body ? { agent_id: request.body.agent_id } : {},
          }),
          request.params.topic_id,
          request.body,
        ),
      })),
  });

  app.route({
    ...served(topicRoutes.orderSummary),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { topic_id: topicId } = request.params;
        const target = `topics/${topicId}`;
        await requestSummary(audited(platform, request, { action: 'topic.summary', target }), topicId);
        return { status: 202, answer: { topic_id: topicId } };
      }),
  });
}

export function registerOfficeTopics({ app, context, served }: Routes): void {
  const { database } = context.platform;
  app.route({
    ...served(topicRoutes.listForOffice),
    handler: async (request) => withNames(database, await officeTopics(database, request.query)),
  });
}
