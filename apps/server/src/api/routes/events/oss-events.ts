import { eventRoutes } from '@agent-home/http-contract';
import { createEventReceiver, receiveMessage } from '@agent-home/platform';
import { z } from 'zod';
import { sameToken } from '../../authentication/same-token.ts';
import {
  contentMd5Matches,
  SmqCertificates,
  smqSignatureMatches,
} from '../../authentication/smq-signature.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Routes } from '../../routing/route-types.ts';

const messageIdSchema = z.string().regex(/^[\x21-\x7e]{1,120}$/);

/** Receives object events that SMQ pushes, at an unguessable path and with a signature. Even so, they are only hints. */
export function registerOssEvents({ app, context, served }: Routes): void {
  const { platform, options } = context;
  const receive = createEventReceiver(platform);
  const certificates = new SmqCertificates(options.smqCertificates);

  app.route({
    ...served(eventRoutes.pushFromOss),
    config: { rateLimit: false, isForAnyHost: true },
    handler: async (request, reply) => {
      if (!options.eventTokens.some((token) => sameToken(token, request.params.token))) {
        throw new ApiError('route_not_found', 'no route has this path');
      }
      const { headers } = request;
      const certificateUrl = headers['x-mns-signing-cert-url'];
      const key = await certificates.find(Array.isArray(certificateUrl) ? undefined : certificateUrl);
      const path = request.raw.url ?? '/';
      const signed = key && smqSignatureMatches({ method: request.method, path, headers }, key);
      if (!signed || !contentMd5Matches(headers['content-md5'], request.rawBody)) {
        throw new ApiError('forbidden', 'the message has no valid SMQ signature');
      }
      const messageId = messageIdSchema.safeParse(headers['x-mns-message-id']).data;
      const message = messageId && { source: 'smq' as const, messageId, body: request.rawBody };
      if (!message || !(await receiveMessage(platform, receive, message)))
        throw new ApiError('invalid_request', 'the body is not an OSS event message');
      return reply.code(204).send();
    },
  });
}
