import type { FastifyRequest } from 'fastify';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * The home's address for whoever asked: the name it was asked under, where that is one of the home's own, else its first.
 * A signed card must not lead to a name that a caller made up. Outside of one machine a home is behind TLS.
 */
export function homeUrl({ headers }: FastifyRequest, authorities: readonly string[]): string {
  const host = headers.host?.toLowerCase();
  const authority = authorities.find((own) => own.toLowerCase() === host) ?? authorities[0] ?? 'localhost';
  return `${loopback.test(authority) ? 'http' : 'https'}://${authority.toLowerCase()}`;
}
