import type { FastifyInstance } from 'fastify';

/** Length from which the second pass costs more than the buffer, in UTF-16 units. */
const longText = 16_384;

/** Encodes long responses once. Node would go through a text twice: for its length in bytes, and to send it. */
export function encodeOnce(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    done(null, typeof payload === 'string' && payload.length >= longText ? Buffer.from(payload) : payload);
  });
}
