import { type AgentRow, openAgentFinder, openNonceRegister, type TokenPrincipal } from '@agent-home/platform';
import { decodeBase64Url, keyIdOf } from '@agent-home/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '../address-of.ts';
import type { ApiContext } from '../api-context.ts';
import { ApiError } from '../errors/api-error.ts';
import { openPersonOf } from '../sessions/person-of.ts';
import { verifyRequestSignature } from './verify-request-signature.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body as they came; empty where there was none. */
    rawBody: Buffer;
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
  const { platform, options } = context;
  const findAgent = openAgentFinder(platform.database);
  const personOf = openPersonOf(context);
  const useNonce = openNonceRegister(platform.database);
  const authorities = new Set(options.authorities.map((authority) => authority.toLowerCase()));
  const checkAgentRate = app.createRateLimit({
    max: options.requestsPerMinutePerAgent,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => `agent ${request.principal ?? addressOf(request)}`,
  });

  async function signed(
    request: FastifyRequest,
    findPublicKey: (keyId: string) => Promise<Uint8Array | undefined>,
  ) {
    const body = request.rawBody;
    const signedBy = await verifyRequestSignature({
      request,
      body,
      now: platform.now(),
      authorities,
      findPublicKey,
    });
    request.principal = signedBy.keyId;
    const rate = await checkAgentRate(request);
    if (!rate.isAllowed && rate.isExceeded) {
      throw new ApiError('rate_limited', 'too many requests; slow down', {
        retryAfterSeconds: rate.ttlInSeconds,
      });
    }
    if (!(await useNonce(signedBy))) {
      throw new ApiError('signature_replayed', 'this nonce was used before; sign every request anew');
    }
  }

  async function requireToken(request: FastifyRequest, roles: TokenPrincipal['role'][]): Promise<void> {
    const token = (await personOf(request))?.principal;
    if (!token) throw new ApiError('unauthenticated', 'send a valid bearer token, or sign in');
    if (!roles.includes(token.role)) throw new ApiError('forbidden', 'this token may not do that');
    request.token = token;
    request.principal = token.tokenId;
  }

  return {
    agent: (request) =>
      signed(request, async (keyId) => {
        request.agent = await findAgent(keyId);
        return request.agent && decodeBase64Url(request.agent.publicKey);
      }),
    /** The key in the body signs for itself; an owner may stand behind it with a token. */
    async registration(request) {
      const named = (request.body as { public_key?: unknown } | undefined)?.public_key;
      const publicKey = typeof named === 'string' ? decodeBase64Url(named) : undefined;
      if (publicKey?.length !== 32)
        throw new ApiError('invalid_public_key', 'public_key is not an Ed25519 key', { path: 'public_key' });
      await signed(request, async (keyId) => {
        const own = keyIdOf(publicKey);
        if (own === keyId) return publicKey;
        const detail = `the signature names the key id ${keyId.slice(0, 64)}; that of public_key is ${own}`;
        throw new ApiError('wrong_key_id', detail, { path: 'keyid' });
      });
      if (request.headers.authorization !== undefined) await requireOwner(request);
    },
    admin: (request) => requireToken(request, ['admin']),
    ownerOrAdmin: (request) => requireToken(request, ['admin', 'owner']),
  };

  async function requireOwner(request: FastifyRequest): Promise<void> {
    const token = (await personOf(request))?.principal;
    if (!token) throw new ApiError('unauthenticated', 'the owner token is not valid');
    request.token = token;
  }
}
