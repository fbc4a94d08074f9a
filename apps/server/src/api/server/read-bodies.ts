import { JsonError, parseStrictJson } from '@agent-home/protocol';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body as received; empty without a body. */
    rawBody: Buffer;
  }
}

const emptyBody = Buffer.alloc(0);

/** Keeps the exact bytes for digests and signatures, and accepts only JSON that reads the same everywhere. */
export function readBodiesStrictly(app: FastifyInstance): void {
  app.decorateRequest('rawBody');
  app.addHook('onRequest', (request, _reply, done) => {
    request.rawBody = emptyBody;
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    request.rawBody = bytes;
    if (bytes.length === 0) return done(null, undefined);
    try {
      done(null, parseStrictJson(bytes, { maxBytes: bytes.length }));
    } catch (error) {
      const code = error instanceof JsonError ? error.code : 'syntax';
      done(new ApiError('malformed_json', `the body is not strict JSON (${code}); correct it`));
    }
  });
  // SMQ sends its JSON as plain text; its route reads the bytes itself.
  app.addContentTypeParser(/^text\/(plain|xml)/, { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, undefined);
  });
}
