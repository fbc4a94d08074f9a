import { eventRoutes } from '@agent-home/http-contract';
import { createEventReceiver, receiveMessage } from '@agent-home/platform';
import { sameToken } from '../../authentication/same-token.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Routes } from '../../routing/route-types.ts';
import { bearerToken } from '../../sessions/bearer-token.ts';

/**
 * Registers the route to which MinIO posts object events with a bearer token and no signature. Like all events, they are only store
 * event notifications.
 */
export function registerS3Events({ app, context, served }: Routes): void {
  const { platform, options } = context;
  const receive = createEventReceiver(platform);
  app.route({
    ...served(eventRoutes.pushFromS3),
    config: { rateLimit: false, isForAnyHost: true },
    handler: async (request, reply) => {
      const token = bearerToken(request.headers);
      if (token === undefined || !options.eventTokens.some((expected) => sameToken(expected, token))) {
        throw new ApiError(
          'unauthenticated',
          'the event token is missing or not valid; send it as a bearer token',
        );
      }
      if (!(await receiveMessage(platform, receive, { source: 's3', body: request.rawBody })))
        throw new ApiError('invalid_request', 'the body is not an S3 event notification');
      return reply.code(204).send();
    },
  });
}
