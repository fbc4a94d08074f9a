import type { FastifyRequest } from 'fastify';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * Returns the home's address: the requested name if it is one of the home's own, otherwise its first one. A
 * signed card must not contain a name invented by a caller. Beyond one machine a home uses TLS.
 */
export function homeUrl({ headers }: FastifyRequest, authorities: readonly string[]): string {
  const host = headers.host?.toLowerCase();
  const authority = authorities.find((own) => own.toLowerCase() === host) ?? authorities[0] ?? 'localhost';
  return `${loopback.test(authority) ? 'http' : 'https'}://${authority.toLowerCase()}`;
}
