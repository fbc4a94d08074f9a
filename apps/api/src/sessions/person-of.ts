import { authenticateSession, authenticateToken, type TokenPrincipal } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { requireOwnHost, requireOwnPage } from './same-site.ts';
import { SessionCookie } from './session-cookie.ts';

/** Who a person's request speaks for: by bearer token, or by the session of a browser. @throws ApiError */
export function openPersonOf({
  platform,
  options,
}: ApiContext): (request: FastifyRequest) => Promise<TokenPrincipal | undefined> {
  const cookie = new SessionCookie(options);
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(authorization)?.[1];
      return token === undefined ? undefined : authenticateToken(platform, token);
    }
    const secret = cookie.read(request);
    if (secret === undefined) return undefined;
    requireOwnHost(request, options.authorities);
    requireOwnPage(request, options.authorities);
    return (await authenticateSession(platform, secret))?.principal;
  };
}
