import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Reason for rejecting a request: HTTP status and a sentence. */
export interface Refusal {
  status: 400 | 401 | 403 | 404;
  message: string;
}

/**
 * Returns the reason to reject a request, if any. A web page in a local browser can send requests here: `Origin` reveals it, and
 * `Host` reveals a rebound name; neither request has the token.
 * @param hosts number of `Host` headers
 */
export function refusalOf(
  {
    url,
    headers,
    hosts: named = 1,
  }: { url?: string | undefined; headers: IncomingHttpHeaders; hosts?: number },
  expected: { port: number; token: string; path: string },
): Refusal | undefined {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${expected.port}`);
  if (named > 1) return { status: 400, message: 'the request has more than one Host header; send one' };
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase()))
    return { status: 403, message: 'the Host is not served; use 127.0.0.1 or localhost' };
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin.toLowerCase() === `http://${host}`))
    return { status: 403, message: 'the Origin is not allowed; send none' };
  if (!isToken(headers.authorization, expected.token))
    return { status: 401, message: 'the bearer token is missing or wrong; use the printed one' };
  const [path] = (url ?? '').split('?');
  return path === expected.path
    ? undefined
    : { status: 404, message: `the path does not exist; use ${expected.path}` };
}

/** Compares in constant time. */
function isToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(computeHash(given), computeHash(token));
}

function computeHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
