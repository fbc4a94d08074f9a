import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Requires one of the home's own host names. Another name means that a foreign domain resolves to this host (DNS rebinding); its
 * page could read everything that users of this machine may see.
 */
export function requireOwnHost(request: FastifyRequest, authorities: readonly string[]): void {
  if (!isOwnHost(request, authorities)) {
    throw new ApiError(
      'wrong_authority',
      'the home does not serve this host name; use one of AGENT_HOME_AUTHORITIES',
    );
  }
}

/**
 * Rejects a request that names two authorities: a proxy in front of the home might have judged the other one.
 * @throws ApiError `bad_request`
 */
export function requireOneAuthority({ raw }: FastifyRequest): void {
  const hosts = raw.headersDistinct.host ?? [];
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(raw.url ?? '') ?? [];
  const named = new Set(
    [...hosts, ...(authority === undefined ? [] : [authority])].map((one) => one.toLowerCase()),
  );
  if (hosts.length > 1 || named.size > 1)
    throw new ApiError('bad_request', 'the request has more than one host; send one Host header');
}

export function isOwnHost({ headers }: FastifyRequest, authorities: readonly string[]): boolean {
  const host = headers.host?.toLowerCase() ?? '';
  return authorities.some((authority) => authority.toLowerCase() === host);
}

/**
 * Requires that a change comes from our own web UI, as the browser reports. A cookie is sent with any request
 * that a browser is made to send, and `SameSite` alone would trust every other port of this host.
 */
export function requireOwnPage(request: FastifyRequest, authorities: readonly string[]): void {
  if (safeMethods.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwnSite = site === undefined || site === 'same-origin';
  const isOwnOrigin = origin !== undefined && authorities.some((authority) => isOrigin(origin, authority));
  if (!isOwnSite || !isOwnOrigin) {
    throw new ApiError(
      'cross_site_request',
      'a signed-in browser may send changes only from the web UI of the home; use its address',
    );
  }
}

function isOrigin(origin: string, authority: string): boolean {
  const asked = authority.toLowerCase();
  return origin.toLowerCase() === `http://${asked}` || origin.toLowerCase() === `https://${asked}`;
}

/** Returns the origin under which the browser sees this home: HTTPS but for a home on this machine. */
export function getOrigin(request: FastifyRequest, authorities: readonly string[]): string {
  requireOwnHost(request, authorities);
  return `${isLocal(authorities) ? 'http' : 'https'}://${request.headers.host ?? ''}`;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** True if every name of this home is local; such a home has no TLS. */
export function isLocal(authorities: readonly string[]): boolean {
  return authorities.every((authority) => loopback.test(authority));
}
