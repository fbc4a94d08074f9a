import { authenticateSession, authenticateToken, type TokenPrincipal } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { requireOwnHost, requireOwnPage } from './same-site.ts';
import { SessionCookie } from './session-cookie.ts';

export interface PersonOf {
  /** Who a person's request speaks for: by bearer token, or by the session of a browser. @throws ApiError */
  (request: FastifyRequest): Promise<TokenPrincipal | undefined>;
  /** By bearer token alone. */
  token(request: FastifyRequest): Promise<TokenPrincipal | undefined>;
}

export function openPersonOf({ platform, options }: ApiContext): PersonOf {
  const cookie = new SessionCookie(options);

  async function byToken(request: FastifyRequest): Promise<TokenPrincipal | undefined> {
    const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
    return token === undefined ? undefined : authenticateToken(platform, token);
  }

  async function bySession(request: FastifyRequest): Promise<TokenPrincipal | undefined> {
    const secret = cookie.read(request);
    if (secret === undefined) return undefined;
    requireOwnHost(request, options.authorities);
    requireOwnPage(request, options.authorities);
    return (await authenticateSession(platform, secret))?.principal;
  }

  const either = (request: FastifyRequest) =>
    request.headers.authorization === undefined ? bySession(request) : byToken(request);
  return Object.assign(either, { token: byToken });
}
