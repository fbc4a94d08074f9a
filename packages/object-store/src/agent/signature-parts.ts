import { createHash, createHmac } from 'node:crypto';

/** Percent-encodes all but the unreserved characters of RFC 3986. */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Percent-encodes a path, but not its slashes. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeComponent).join('/');
}

/** Encodes a query, sorted by the encoded names as both vendors sign it. `bare` omits the `=` of a name without a value. */
export function encodeQuery(query: Record<string, string>, { bare }: { bare: boolean }): string {
  return Object.entries(query)
    .map(([name, value]) => [encodeComponent(name), encodeComponent(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => (bare && value === '' ? name : `${name}=${value}`))
    .join('&');
}

/** Formats a time as `20261121T170000Z`. */
export function longDate(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, '');
}

export function sha256Text(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Derives the key for a day, a region and a service step by step, and signs with it. */
export function derivedSignature(secret: string, steps: readonly string[], text: string): string {
  let key: string | Buffer = secret;
  for (const step of steps) key = createHmac('sha256', key).update(step).digest();
  return createHmac('sha256', key).update(text).digest('hex');
}
