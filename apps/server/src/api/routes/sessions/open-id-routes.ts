import { pathTo, sessionRoutes } from '@agent-home/http-contract';
import { admitUser, beginUserSession } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError, isCodedError } from '../../errors/api-error.ts';
import type { Routes } from '../../routing/route-types.ts';
import { getOrigin, isLocal, requireOwnHost, requireOwnPage } from '../../sessions/same-site.ts';
import { SessionCookie } from '../../sessions/session-cookie.ts';
import { type BegunSignIn, SignInCookie } from '../../sessions/sign-in-cookie.ts';

/** Signing in at the configured OpenID provider. */
export function registerOpenId({ app, context, served }: Routes): void {
  const { platform, options, openId, signInKey } = context;
  const session = new SessionCookie(options);
  const cookie = new SignInCookie(signInKey, isLocal(options.authorities));
  const redirectUri = (request: FastifyRequest) =>
    `${getOrigin(request, options.authorities)}${pathTo(sessionRoutes.finishOpenId)}`;
  const requireProvider = () => {
    if (openId) return openId;
    throw new ApiError(
      'not_found',
      'the home has no OpenID provider; its operator can set AGENT_HOME_OIDC_ISSUER',
    );
  };

  app.route({
    ...served(sessionRoutes.beginOpenId),
    handler: async (request, reply) => {
      requireOwnPage(request, options.authorities);
      const { url, secrets } = await requireProvider().begin(redirectUri(request));
      const { invitation, back } = request.body;
      const begun: BegunSignIn = {
        ...secrets,
        ...(invitation === undefined ? {} : { invitation }),
        ...(back === undefined ? {} : { back }),
      };
      cookie.write(reply, begun, platform.now());
      reply.header('cache-control', 'no-store');
      return { url };
    },
  });

  app.route({
    ...served(sessionRoutes.finishOpenId),
    handler: async (request, reply) => {
      requireOwnHost(request, options.authorities);
      cookie.remove(reply);
      const begun = cookie.read(request, platform.now());
      const leadTo = (place: string) =>
        reply.status(303).header('cache-control', 'no-store').header('location', place).send(null);
      try {
        if (!begun) throw new ApiError('sign_in_failed', 'this browser started no sign-in; sign in again');
        const redirect = new URL(request.raw.url ?? '', redirectUri(request));
        const identity = await requireProvider().finish(redirect, begun);
        const { userId } = await admitUser(platform, identity, begun.invitation);
        const { secret, expiresAt } = await beginUserSession(platform, userId);
        session.write(reply, secret, Math.floor((expiresAt.getTime() - platform.now().getTime()) / 1000));
        return leadTo(encodedPlace(begun.back ?? '/'));
      } catch (error) {
        if (!isCodedError(error)) throw error;
        platform.log.info({ code: error.code }, 'a sign-in failed');
        return leadTo(`/sign-in?problem=${error.code}`);
      }
    },
  });
}

/**
 * Returns a path of this home in a form that is valid in a header. Non-ASCII letters are percent-encoded, and it never begins with
 * two slashes, since `/.//host` would be another host.
 */
function encodedPlace(back: string): string {
  const { pathname, search, hash } = new URL(back, 'http://home.invalid');
  return `${pathname.replace(/^\/+/, '/')}${search}${hash}`;
}
