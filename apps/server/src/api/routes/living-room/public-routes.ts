import { livingRoomRoutes } from '@agent-home/http-contract';
import { showLivingRoom, showReplays, type Viewer, withNames } from '@agent-home/platform';
import type { FastifyReply } from 'fastify';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { sendTagged } from '../../routing/send-tagged.ts';
import { SharedView } from './shared-view.ts';

export function registerLivingRoom({ app, context, loadViewer, served }: PublicRoutes): void {
  const { platform } = context;
  const view = new SharedView(context.publishedSignal);
  const show = async (viewer: Viewer) => withNames(platform.database, await showLivingRoom(platform, viewer));
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.token !== undefined && request.method !== 'GET') view.drop();
    done();
  });

  app.route({
    ...served(livingRoomRoutes.show),
    handler: async (request, reply) => {
      const viewer = await loadViewer(request);
      if (viewer.role !== 'anonymous') return asTyped(reply, await show(viewer));
      const { body, etag } = await view.read(() => show(viewer));
      return sendTagged(request, reply as FastifyReply, body, etag) as never;
    },
  });

  app.route({
    ...served(livingRoomRoutes.listReplays),
    handler: async (request, reply) =>
      asTyped(reply, await showReplays(platform.database, await loadViewer(request))),
  });
}
