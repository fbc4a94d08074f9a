import { type AgentRow, openAgentFinder, type TokenPrincipal } from '@agent-home/platform';
import { decodeBase64Url, keyIdOf } from '@agent-home/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { ApiError } from '../errors/api-error.ts';
import { openPersonOf } from '../sessions/person-of.ts';
import { wanting } from './security-schemes.ts';
import { openRequireSignature } from './signed-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    agent: AgentRow | undefined;
    token: TokenPrincipal | undefined;
    /** Who an idempotency key belongs to. */
    principal: string | undefined;
  }
}

export interface Authentication {
  agent(request: FastifyRequest): Promise<void>;
  registration(request: FastifyRequest): Promise<void>;
  admin(request: FastifyRequest): Promise<void>;
  ownerOrAdmin(request: FastifyRequest): Promise<void>;
}

/** The three ways in: an agent's signature, a registering key's own signature, a person's token or session. */
export function createAuthentication(app: FastifyInstance, context: ApiContext): Authentication {
  for (const name of ['agent', 'token', 'principal']) app.decorateRequest(name, undefined);
  const findAgent = openAgentFinder(context.platform.database);
  const personOf = openPersonOf(context);
  const requireSignature = openRequireSignature(app, context);

  async function requireToken(request: FastifyRequest, roles: TokenPrincipal['role'][]): Promise<void> {
    const token = (await personOf(request))?.principal;
    if (!token) throw new ApiError('unauthenticated', 'send a valid bearer token, or sign in');
    if (!roles.includes(token.role)) throw new ApiError('forbidden', 'this token may not do that');
    request.token = token;
    request.principal = token.tokenId;
  }

  async function requireOwner(request: FastifyRequest): Promise<void> {
    const token = (await personOf(request))?.principal;
    if (!token) throw new ApiError('unauthenticated', 'the owner token is not valid');
    request.token = token;
  }

  const people = [{ bearerToken: [] }, { session: [] }];
  return {
    agent: wanting([{ agentSignature: [] }], (request: FastifyRequest) =>
      requireSignature(request, async (keyId) => {
        request.agent = await findAgent(keyId);
        return request.agent && decodeBase64Url(request.agent.publicKey);
      }),
    ),
    registration: wanting([{ agentSignature: [] }, { agentSignature: [], bearerToken: [] }], register),
    admin: wanting(people, (request: FastifyRequest) => requireToken(request, ['admin'])),
    ownerOrAdmin: wanting(people, (request: FastifyRequest) => requireToken(request, ['admin', 'owner'])),
  };

  /** The key in the body signs for itself; an owner may stand behind it with a token. */
  async function register(request: FastifyRequest): Promise<void> {
    const publicKey = keyInBody(request.body);
    await requireSignature(request, async (keyId) => {
      const own = keyIdOf(publicKey);
      if (own === keyId) return publicKey;
      const detail = `the signature names the key id ${keyId.slice(0, 64)}; that of public_key is ${own}`;
      throw new ApiError('wrong_key_id', detail, { path: 'keyid' });
    });
    if (request.headers.authorization !== undefined) await requireOwner(request);
  }
}

/** Looked at before the schema of the route is: whether a request is signed is asked first. */
function keyInBody(body: unknown): Uint8Array {
  const named = (body as { public_key?: unknown } | undefined)?.public_key;
  const publicKey = typeof named === 'string' ? decodeBase64Url(named) : undefined;
  if (publicKey?.length !== 32)
    throw new ApiError('invalid_public_key', 'public_key is not an Ed25519 key', { path: 'public_key' });
  return publicKey;
}
