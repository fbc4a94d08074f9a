import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
/** Less than this arrives in the same packets either way. */
const worthIt = 4_096;

/**
 * For routes whose answers are long and say the same again and again, as ledgers do: beside the thread that answers others. Whoever
 * may read such an answer may read all that stands beside its own words in it, so that its length tells it nothing new.
 */
export async function compressLarge(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < worthIt) return payload;
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload;
  const packed = await compress(payload, { level: 4 });
  reply.header('content-encoding', 'gzip').header('content-length', packed.length);
  return packed;
}
