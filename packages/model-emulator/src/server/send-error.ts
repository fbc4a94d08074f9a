import type { FastifyReply } from 'fastify';
import type { Wire } from '../wire/wire.ts';
import { WireError } from '../wire/wire-error.ts';

export function sendError(
  reply: FastifyReply,
  { wire, error, requestId }: { wire: Wire; error: WireError; requestId: string },
): void {
  reply.status(error.status).header(wire.requestIdHeader, requestId).type('application/json');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  reply.send(JSON.stringify(wire.errorBody(error, requestId)));
}

/** Converts an error. An unexpected one is a bug of this emulator: it is logged, and reported to the client as a vendor would. */
export function asWireError(error: unknown, log: (entry: Record<string, unknown>) => void): WireError {
  if (error instanceof WireError) return error;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return new WireError('too_large', 'Request exceeds the maximum size.');
  if (status >= 400 && status < 500)
    return new WireError('invalid_request', 'The request cannot be read.', { status });
  log({ service: 'model', bug: error instanceof Error ? error.stack : 'unknown' });
  return new WireError('server_error', 'The server had an error while processing your request.');
}
