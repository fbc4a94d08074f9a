import { roleMay } from '@agent-home/http-contract';
import {
  type AgentRow,
  type FeedReader,
  NonceUsedError,
  openAgentFinder,
  openNonceRegister,
  type TokenPrincipal,
  type UsedNonce,
} from '@agent-home/platform';
import { decodeBase64Url, keyIdOf } from '@agent-home/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { ApiError } from '../errors/api-error.ts';
import { openPersonOf } from '../sessions/person-of.ts';
import { KnownKeys } from './known-keys.ts';
import { routePermissions } from './route-permissions.ts';
import { wanting } from './security-schemes.ts';
import { openRequireSignature } from './signed-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    agent: AgentRow | undefined;
    /** Set instead, on routes behind `authentication.reading`. */
    reader: FeedReader | undefined;
    token: TokenPrincipal | undefined;
    /** Of a request whose handler uses it, in the commit that the request is for. */
    nonce: UsedNonce | undefined;
    /** Who an idempotency key belongs to. */
    principal: string | undefined;
  }
}

export interface Authentication {
  agent(request: FastifyRequest): Promise<void>;
  /** The same, but the nonce is left to the handler, which has to use it before anything leaves or is refused. */
  agentWithNonce(request: FastifyRequest): Promise<void>;
  /**
   * For reads that change nothing when they are sent twice: the signature is checked as ever, but no nonce is stored,
   * and the agent is not looked up. Whoever answers has to ask, together with what it reads, whether the key is still
   * the agent's.
   */
  reading(request: FastifyRequest): Promise<void>;
  /** Who has a key now, asked afresh: where `reading` took it for another's. */
  readerOf(keyId: string): Promise<FeedReader | undefined>;
  registration(request: FastifyRequest): Promise<void>;
  admin(request: FastifyRequest): Promise<void>;
  ownerOrAdmin(request: FastifyRequest): Promise<void>;
  /** Any token or session: for what concerns the caller alone. */
  signedIn(request: FastifyRequest): Promise<void>;
}

/** The three ways in: an agent's signature, a registering key's own signature, a person's token or session. */
export function createAuthentication(app: FastifyInstance, context: ApiContext): Authentication {
  for (const name of ['agent', 'nonce', 'reader', 'token', 'principal']) app.decorateRequest(name, undefined);
  const findAgent = openAgentFinder(context.platform.database);
  const knownKeys = new KnownKeys(findAgent);
  const personOf = openPersonOf(context);
  const requireSignature = openRequireSignature(app, context);
  const isUnused = openNonceRegister(context.platform.database);

  async function useNonce(nonce: UsedNonce): Promise<void> {
    if (!(await isUnused(nonce))) throw new NonceUsedError();
  }

  const requirePermission = openRequirePermission(context);

  async function requireOwner(request: FastifyRequest): Promise<void> {
    const token = (await personOf(request))?.principal;
    if (!token) throw new ApiError('unauthenticated', 'the owner token is not valid');
    request.token = token;
  }

  async function requireAgent(request: FastifyRequest): Promise<UsedNonce> {
    return requireSignature(request, async (keyId) => {
      request.agent = await findAgent(keyId);
      return request.agent && decodeBase64Url(request.agent.publicKey);
    });
  }

  const people = [{ bearerToken: [] }, { session: [] }];
  return {
    agent: wanting([{ agentSignature: [] }], async (request: FastifyRequest) =>
      useNonce(await requireAgent(request)),
    ),
    agentWithNonce: wanting([{ agentSignature: [] }], async (request: FastifyRequest) => {
      request.nonce = await requireAgent(request);
    }),
    reading: wanting([{ agentSignature: [] }], read),
    readerOf: (keyId) => knownKeys.findAnew(keyId),
    registration: wanting([{ agentSignature: [] }, { agentSignature: [], bearerToken: [] }], register),
    admin: wanting(people, requirePermission),
    ownerOrAdmin: wanting(people, requirePermission),
    signedIn: wanting(people, requirePermission),
  };

  async function read(request: FastifyRequest): Promise<void> {
    let known: Awaited<ReturnType<KnownKeys['find']>>;
    const find = async (keyId: string) => {
      known = await knownKeys.find(keyId);
      return known?.publicKey;
    };
    const { keyId } = await requireSignature(request, find);
    if (!known) return;
    knownKeys.remember(keyId, known);
    request.reader = { agentId: known.agentId, keyId };
  }

  /** The key in the body signs for itself; an owner may stand behind it with a token. */
  async function register(request: FastifyRequest): Promise<void> {
    const publicKey = keyInBody(request.body);
    const nonce = await requireSignature(request, async (keyId) => {
      const own = keyIdOf(publicKey);
      if (own === keyId) return publicKey;
      const detail = `the signature names the key id ${keyId.slice(0, 64)}; that of public_key is ${own}`;
      throw new ApiError('wrong_key_id', detail, { path: 'keyid' });
    });
    await useNonce(nonce);
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

/** Requires a role that the table of permissions lets do this. A route that is not in the table is for admins. */
function openRequirePermission(context: ApiContext): (request: FastifyRequest) => Promise<void> {
  const personOf = openPersonOf(context);
  return async (request) => {
    const token = (await personOf(request))?.principal;
    if (!token) throw new ApiError('unauthenticated', 'send a valid bearer token, or sign in');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const { url } = request.routeOptions;
    const permitted = routePermissions[`${method} ${url ?? ''}`] ?? [];
    if (token.role !== 'admin' && !roleMay(token.role, permitted))
      throw new ApiError('forbidden', `the role ${token.role} may not do that`);
    request.token = token;
    request.principal = token.tokenId;
  };
}
