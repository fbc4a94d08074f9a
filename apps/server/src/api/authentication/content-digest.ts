import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns true if `Content-Digest` (RFC 9530) has the SHA-256 of the received bytes. The signature covers the
 * header only; without this check another body could be sent with it.
 */
export function contentDigestMatches(header: string | undefined, body: Uint8Array): boolean {
  const named = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(header ?? '')?.[1];
  if (named === undefined) return false;
  const actual = createHash('sha256').update(body).digest();
  const expected = Buffer.from(named, 'base64');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
