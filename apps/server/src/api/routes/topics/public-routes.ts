import {
  ledgerChangesSchema,
  ledgerPageSchema,
  ledgerQuerySchema,
  topicListQuerySchema,
  topicListSchema,
  topicParamsSchema,
  topicViewSchema,
} from '@agent-home/http-contract';
import {
  showLedger,
  showLedgerChanges,
  showTopic,
  showTopics,
  type Viewer,
  withNames,
} from '@agent-home/platform';
import type { FastifyReply } from 'fastify';
import { pictureOfTopic } from '../../page/preview/picture-of-topic.ts';
import { asTyped } from '../../routing/as-typed.ts';
import { compressed } from '../../routing/compression.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { sendTagged } from '../../routing/send-tagged.ts';
import { TopicViews } from './topic-views.ts';

export function registerPublicTopics(routes: PublicRoutes): void {
  registerTopicList(routes);
  registerTopicView(routes);
  registerLedger(routes);
  registerLedgerChanges(routes);
  registerTopicPicture(routes);
}

function registerTopicList({ app, context, viewerOf }: PublicRoutes): void {
  const { database } = context.platform;
  app.get(
    '/v1/public/topics',
    {
      schema: {
        summary: 'Topics the viewer may see, what changed last first',
        querystring: topicListQuerySchema,
        response: { 200: topicListSchema },
      },
    },
    async (request, reply) =>
      asTyped(
        reply,
        await withNames(database, await showTopics(database, await viewerOf(request), request.query)),
      ),
  );
}

function registerTopicView({ app, context, viewerOf }: PublicRoutes): void {
  const { database } = context.platform;
  const views = new TopicViews(context.publishedSignal);
  const show = async (viewer: Viewer, topicId: string) =>
    withNames(database, await showTopic(database, viewer, topicId));
  // Who changes something here sees it changed here, before the notification of it has come round.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.token !== undefined && request.method !== 'GET') views.clear();
    done();
  });

  app.get(
    '/v1/public/topics/:topic_id',
    {
      schema: {
        summary: 'One topic, as it lies in the bucket',
        params: topicParamsSchema,
        response: { 200: topicViewSchema },
      },
    },
    async (request, reply) => {
      const viewer = await viewerOf(request);
      const { topic_id: topicId } = request.params;
      if (viewer.role !== 'anonymous') return asTyped(reply, await show(viewer, topicId));
      const view = views.get(topicId) ?? (await views.read(topicId, () => show(viewer, topicId)));
      return sendTagged(request, reply as FastifyReply, view.body, view.etag) as never;
    },
  );
}

function registerLedger({ app, context, viewerOf }: PublicRoutes): void {
  const { database } = context.platform;

  app.get(
    '/v1/public/topics/:topic_id/ledger',
    {
      ...compressed,
      schema: {
        summary: 'Ledger entries of a topic, as they lie in the bucket',
        params: topicParamsSchema,
        querystring: ledgerQuerySchema,
        response: { 200: ledgerPageSchema },
      },
    },
    async (request, reply) => {
      const viewer = await viewerOf(request);
      return asTyped(reply, await showLedger(database, viewer, request.params.topic_id, request.query));
    },
  );
}

function registerLedgerChanges({ app, context, viewerOf }: PublicRoutes): void {
  const { database } = context.platform;

  app.get(
    '/v1/public/topics/:topic_id/ledger/changes',
    {
      schema: {
        summary: 'Ledger entries of a topic that were certified anew, as where words were erased',
        params: topicParamsSchema,
        response: { 200: ledgerChangesSchema },
      },
    },
    async (request, reply) => {
      const viewer = await viewerOf(request);
      return asTyped(reply, await showLedgerChanges(database, viewer, request.params.topic_id));
    },
  );
}

function registerTopicPicture({ app, context, viewerOf }: PublicRoutes): void {
  app.get(
    '/v1/public/topics/:topic_id/preview.png',
    {
      schema: {
        summary: 'The faces of a public topic as a picture, for where it is linked to',
        params: topicParamsSchema,
      },
    },
    async (request, reply) => {
      await viewerOf(request);
      const picture = await pictureOfTopic(context, request.params.topic_id);
      return reply
        .headers({ 'cache-control': 'private, no-cache', 'cross-origin-resource-policy': 'cross-origin' })
        .type('image/png')
        .send(picture);
    },
  );
}
