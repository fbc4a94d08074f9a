import { authenticateSession, type Session } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { SessionCookie } from './session-cookie.ts';

/** Returns the browser session of a request, if its cookie names a live one. */
export function createSessionReader({
  platform,
  options,
}: ApiContext): (request: FastifyRequest) => Promise<Session | undefined> {
  const cookie = new SessionCookie(options);
  return async (request) => {
    const secret = cookie.read(request);
    return secret === undefined ? undefined : authenticateSession(platform, secret);
  };
}
