import type { FastifyReply, FastifyRequest } from 'fastify';

const asItIs = (body: unknown) => body as string;

/** Sends JSON text as it is, or 304 if the caller has this version. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, text: string, etag: string) {
  // Caches on the way must not store it: the next viewer may see less.
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').serializer(asItIs).send(text);
}
