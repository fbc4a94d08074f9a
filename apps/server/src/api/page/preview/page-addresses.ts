import { pathTo, schemaEndpoints } from '@agent-home/http-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../../context/api-context.ts';
import { ApiError } from '../../errors/api-error.ts';
import { sendProblem } from '../../errors/problem.ts';
import { isOwnHost } from '../../sessions/same-site.ts';
import { asksForPage, type SendPage } from '../serve-page.ts';
import { type Preview, previewOfAgent, previewOfTopic } from './preview-address.ts';
import { previewTags } from './preview-tags.ts';

/** Registers the addresses with link previews of their own. */
export function registerPageAddresses(app: FastifyInstance, context: ApiContext, sendPage: SendPage): void {
  const { authorities } = context.options;
  const serve =
    (getPreview: (context: ApiContext, id: string) => Promise<Preview | undefined>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!asksForPage(request))
        return sendProblem(
          new ApiError('route_not_found', `no route has this path; see ${pathTo(schemaEndpoints.openApi)}`),
          request,
          reply,
        );
      const { id } = request.params as { id: string };
      const preview = isOwnHost(request, authorities) ? await getPreview(context, id) : undefined;
      return sendPage(request, reply, preview && previewTags(preview, getOrigin(request)));
    };
  const hidden = { schema: { hide: true } };
  app.get('/topics/:id', hidden, serve(previewOfTopic));
  app.get('/topics/:id/lines/:sequence', hidden, serve(previewOfTopic));
  app.get('/agents/:id', hidden, serve(previewOfAgent));
}

/** Returns the origin by the home's own name in the request; plain HTTP only for this machine's names. */
function getOrigin({ headers: { host = '' }, protocol }: FastifyRequest): string {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host);
  return `${isLocal ? protocol : 'https'}://${host}`;
}
