import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether `Content-Digest` (RFC 9530) names the sha-256 of the bytes that came. The signature covers the header
 * only; without this comparison anybody could send another body under it.
 */
export function contentDigestMatches(header: string | undefined, body: Uint8Array): boolean {
  const named = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(header ?? '')?.[1];
  if (named === undefined) return false;
  const actual = createHash('sha256').update(body).digest();
  const expected = Buffer.from(named, 'base64');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
