import {
  newTopicSchema,
  officeTopicQuerySchema,
  openedTopicSchema,
  orderedSummarySchema,
  topicActionAnswerSchema,
  topicActionSchema,
  topicListSchema,
  topicParamsSchema,
} from '@agent-home/http-contract';
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

export function registerTopicAdministration({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;
  const params = topicParamsSchema;

  app.post(
    '/v1/admin/topics',
    {
      schema: { summary: 'Open a topic', body: newTopicSchema, response: { 201: openedTopicSchema } },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => ({
        status: 201,
        answer: await createTopic(
          audited(platform, request, { action: 'topic.create', target: 'topics' }),
          request.body,
          platformOwnerId,
        ),
      })),
  );

  app.post(
    '/v1/admin/topics/:topic_id/actions',
    {
      schema: {
        summary:
          'Close a topic, take an agent out of its turn order or decide a proposal; recorded in the ledger',
        params,
        body: topicActionSchema,
        response: { 200: topicActionAnswerSchema },
      },
      preHandler,
    },
    (request, reply) =>
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
  );

  app.post(
    '/v1/admin/topics/:topic_id/summary',
    {
      schema: {
        summary: 'Have a new summary written and published',
        params,
        response: { 202: orderedSummarySchema },
      },
      preHandler,
    },
    (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const { topic_id: topicId } = request.params;
        const target = `topics/${topicId}`;
        await requestSummary(audited(platform, request, { action: 'topic.summary', target }), topicId);
        return { status: 202, answer: { topic_id: topicId } };
      }),
  );
}

export function registerOfficeTopics({ app, context, authentication }: Routes): void {
  const { database } = context.platform;
  app.get(
    '/v1/admin/topics',
    {
      schema: {
        summary: 'Every topic, by title, status, mode and owner',
        querystring: officeTopicQuerySchema,
        response: { 200: topicListSchema },
      },
      preHandler: authentication.admin,
    },
    async (request) => withNames(database, await officeTopics(database, request.query)),
  );
}
