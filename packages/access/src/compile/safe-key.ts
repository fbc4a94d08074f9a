import { AccessError } from '../grants/access-error.ts';

const SEGMENT = /^[a-z0-9][a-z0-9_.-]*$/;
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/**
 * RAM has no escape for `*` and `?`, and MinIO expands `${}` and cleans `..` and `//`: a key with other characters could grant more
 * than itself. The alphabet is ASCII, so that a character is a byte, and contains no character that Go or JSON would escape.
 */
function assertSafeSegments(segments: string[], name: string): void {
  for (const segment of segments) {
    if (!SEGMENT.test(segment) || segment.includes('..')) {
      throw new AccessError('unsafe_key', `${name} has a segment outside the safe alphabet`);
    }
  }
}

/** Requires an exact key: one or more safe segments. Throws `unsafe_key`. */
export function assertSafeKey(key: string): void {
  assertSafeSegments(key.split('/'), 'the key');
}

/**
 * Requires a prefix: safe segments, each with its slash. Without the last slash `t1` would open `t10`, and an empty prefix all
 * keys.
 */
export function assertSafePrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new AccessError('unsafe_key', 'a prefix ends with a slash');
  assertSafeSegments(prefix.slice(0, -1).split('/'), 'the prefix');
}

/** Requires 3 to 63 lower-case letters, digits and hyphens, which both vendors accept. Throws `invalid_bucket`. */
export function assertBucketName(bucket: string): void {
  if (!BUCKET.test(bucket)) throw new AccessError('invalid_bucket', 'the bucket has no valid name');
}
