import { authenticateSession, authenticateToken, type TokenPrincipal, tokenName } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { getAddress } from '../server/client-address.ts';
import { bearerToken } from './bearer-token.ts';
import { requireOwnHost, requireOwnPage } from './same-site.ts';
import { SessionCookie } from './session-cookie.ts';

interface Person {
  principal: TokenPrincipal;
  /** Names of the request's credentials, the narrowest last: a token, or a session and the token that began it. */
  credentials: [string, ...string[]];
}

interface PersonOf {
  /** Returns the principal of a user's request: by bearer token, or by the session of a browser. @throws ApiError */
  (request: FastifyRequest): Promise<Person | undefined>;
  /** Accepts a bearer token only. */
  token(request: FastifyRequest): Promise<Person | undefined>;
}

export function createUserReader({ platform, options, failedSignIns }: ApiContext): PersonOf {
  const cookie = new SessionCookie(options);

  async function byToken(request: FastifyRequest): Promise<Person | undefined> {
    const token = bearerToken(request.headers);
    if (token === undefined || !/^[A-Za-z0-9_-]{20,200}$/.test(token)) return undefined;
    const principal = await authenticateToken(platform, token);
    if (principal) return { principal, credentials: [tokenName(principal.tokenId)] };
    failedSignIns.note(getAddress(request), token);
    return undefined;
  }

  async function bySession(request: FastifyRequest): Promise<Person | undefined> {
    const secret = cookie.read(request);
    if (secret === undefined) return undefined;
    requireOwnHost(request, options.authorities);
    requireOwnPage(request, options.authorities);
    const session = await authenticateSession(platform, secret);
    if (!session) return undefined;
    const { principal, name } = session;
    return { principal, credentials: [tokenName(principal.tokenId), name] };
  }

  const either = (request: FastifyRequest) =>
    request.headers.authorization === undefined ? bySession(request) : byToken(request);
  return Object.assign(either, { token: byToken });
}
