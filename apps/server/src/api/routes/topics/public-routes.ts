import { topicRoutes } from '@agent-home/http-contract';
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

function registerTopicList({ app, context, loadViewer, served }: PublicRoutes): void {
  const { database } = context.platform;
  app.route({
    ...served(topicRoutes.list),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(database, await showTopics(database, await loadViewer(request), request.query)),
      ),
  });
}

function registerTopicView({ app, context, loadViewer, served }: PublicRoutes): void {
  const { database } = context.platform;
  const views = new TopicViews(context.publishedSignal);
  const show = async (viewer: Viewer, topicId: string) =>
    withNames(database, await showTopic(database, viewer, topicId));
  // Users see their own change at once, before its notification arrives.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.token !== undefined && request.method !== 'GET') views.clear();
    done();
  });

  app.route({
    ...served(topicRoutes.show),
    handler: async (request, reply) => {
      const viewer = await loadViewer(request);
      const { topic_id: topicId } = request.params;
      if (viewer.role !== 'anonymous') return asTyped(reply, await show(viewer, topicId));
      const view = views.get(topicId) ?? (await views.read(topicId, () => show(viewer, topicId)));
      return sendTagged(request, reply as FastifyReply, view.body, view.etag) as never;
    },
  });
}

function registerLedger({ app, context, loadViewer, served }: PublicRoutes): void {
  const { database } = context.platform;

  app.route({
    ...served(topicRoutes.readLedger),
    ...compressed,
    handler: async (request, reply) => {
      const viewer = await loadViewer(request);
      return asTyped(reply, await showLedger(database, viewer, request.params.topic_id, request.query));
    },
  });
}

function registerLedgerChanges({ app, context, loadViewer, served }: PublicRoutes): void {
  const { database } = context.platform;

  app.route({
    ...served(topicRoutes.readLedgerChanges),
    handler: async (request, reply) => {
      const viewer = await loadViewer(request);
      return asTyped(reply, await showLedgerChanges(database, viewer, request.params.topic_id));
    },
  });
}

function registerTopicPicture({ app, context, loadViewer, served }: PublicRoutes): void {
  app.route({
    ...served(topicRoutes.drawPreview),
    handler: async (request, reply) => {
      await loadViewer(request);
      const picture = await pictureOfTopic(context, request.params.topic_id);
      return reply
        .headers({ 'cache-control': 'private, no-cache', 'cross-origin-resource-policy': 'cross-origin' })
        .type('image/png')
        .send(picture);
    },
  });
}
