import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Lets routes compress their responses; none does by default. Compressed requests are not decompressed, because a few bytes that
 * expand to many would block the server.
 */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false, globalDecompression: false });
}

/**
 * Compresses long, repetitive responses such as ledgers. A permitted reader of such a response may read everything else in it, so
 * its length discloses nothing. Speed matters more than size, since each reader gets its own. A response below the threshold needs
 * the same packets either way.
 */
export const compressed = {
  compress: { threshold: 4_096, encodings: ['gzip' as const], zlibOptions: { level: 4 } },
  decompress: false as const,
};
