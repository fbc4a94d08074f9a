import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Lets routes send their answers compressed; none does by itself. Requests are taken as they are: a few bytes that unfold
 * to many would hold everybody up.
 */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false, globalDecompression: false });
}

/**
 * Compresses long, repetitive responses such as ledgers. A permitted reader of such a response may read
 * everything else in it, so its length discloses nothing. Fast rather than small, since each reader gets its
 * own. A response below the threshold needs the same packets either way.
 */
export const compressed = {
  compress: { threshold: 4_096, encodings: ['gzip' as const], zlibOptions: { level: 4 } },
  decompress: false as const,
};
