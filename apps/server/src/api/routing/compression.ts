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
 * For routes whose answers are long and say the same again and again, as ledgers do. Whoever may read such an answer may read
 * all that stands beside its own words in it, so that its length tells it nothing new. Fast rather than small: it is done for
 * each reader anew. Less than the threshold arrives in the same packets either way.
 */
export const compressed = {
  compress: { threshold: 4_096, encodings: ['gzip' as const], zlibOptions: { level: 4 } },
  decompress: false as const,
};
