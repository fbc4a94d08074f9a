import {
  canonicalJsonBytes,
  defaultMaxObjectBytes,
  type JsonObject,
  objectKeyTable,
  parseObjectKey,
  parseStrictJson,
} from '@agent-home/protocol';

/** Returns true for objects in canonical form, which are one line in the bucket. Others are kept as written. */
function isCanonicalInBucket(key: string): boolean {
  const place = parseObjectKey(key);
  return place !== undefined && objectKeyTable[place.kind].owner === 'platform';
}

/** Returns the readable file: the kind first, the certificate last, indented. */
export function getFile(key: string, bytes: Uint8Array): Uint8Array {
  if (!isCanonicalInBucket(key)) return bytes;
  const { kind = null, schema_version = null, cert, ...rest } = parse(bytes);
  const ordered = { kind, schema_version, ...rest, ...(cert === undefined ? {} : { cert }) };
  return new TextEncoder().encode(`${JSON.stringify(ordered, null, 2)}\n`);
}

/**
 * Returns the bucket's bytes of a file.
 * @throws Error for a file that is not exactly what `getFile` writes, so that every byte of it is checked; JsonError for invalid
 * JSON
 */
export function collectBucketBytes(key: string, file: Uint8Array): Uint8Array {
  if (!isCanonicalInBucket(key)) return file;
  const bytes = canonicalJsonBytes(parse(file));
  if (Buffer.compare(getFile(key, bytes), file) !== 0)
    throw new Error(`${key} is not laid out as it was written`);
  return bytes;
}

function parse(bytes: Uint8Array): JsonObject {
  return parseStrictJson(bytes, { maxBytes: 4 * defaultMaxObjectBytes }) as JsonObject;
}
