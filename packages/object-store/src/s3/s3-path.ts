/** Encodes a segment as SigV4 requires: everything except the unreserved characters. */
function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns `/bucket/key`; slashes of the key are kept. */
export function objectPath(bucket: string, key: string): string {
  return `/${bucket}/${key.split('/').map(encodeSegment).join('/')}`;
}

/** Returns `/bucket?name=value`, encoded. */
export function bucketPath(bucket: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`,
  );
  return `/${bucket}?${pairs.join('&')}`;
}
