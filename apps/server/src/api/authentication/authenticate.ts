import { type Access, permissionsFor, roleMay, type UserAccess } from '@agent-home/http-contract';
import {
  type AgentRow,
  createAgentFinder,
  createNonceRegister,
  type FeedReader,
  NonceUsedError,
  type TokenPrincipal,
  type UsedNonce,
} from '@agent-home/platform';
import { decodeBase64Url, keyIdOf } from '@agent-home/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { ApiError } from '../errors/api-error.ts';
import { createUserReader } from '../sessions/signed-in-user.ts';
import { KnownKeys } from './known-keys.ts';
import { createSignatureCheck } from './signed-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    agent: AgentRow | undefined;
    /** Set in place of `agent`, on routes behind `authentication.reading`. */
    reader: FeedReader | undefined;
    token: TokenPrincipal | undefined;
    /** Nonce of a request whose handler uses it, in the commit of the request. */
    nonce: UsedNonce | undefined;
    /** Principal that owns an idempotency key. */
    principal: string | undefined;
  }
}

/** Lets a request through or throws. */
export type Guard = (request: FastifyRequest) => Promise<void>;

export interface Authentication {
  /**
   * Returns the check for the callers that an access admits; undefined if the handler checks its viewers itself or the route admits
   * everyone.
   */
  getGuard(access: Access): Guard | undefined;
  /** Check for a token or a session with one of the permissions of an access. */
  permitted(access: UserAccess): Guard;
  /** Same as `agent`, but the handler must use the nonce itself before it sends or rejects anything. */
  agentWithNonce: Guard;
  /**
   * For reads of agents that are safe to repeat. The signature is checked as usual, but no nonce is stored and the agent is not
   * looked up. The handler must check, in the same statement as its read, that the key still belongs to the agent.
   */
  reading: Guard;
  /** Returns the present owner of a key, read from the database: called if `reading` assumed another one. */
  createReader(keyId: string): Promise<FeedReader | undefined>;
}

/**
 * Creates the three kinds of authentication: an agent's signature, a registering key's own signature, a user's token or session.
 */
export function createAuthentication(app: FastifyInstance, context: ApiContext): Authentication {
  for (const name of ['agent', 'nonce', 'reader', 'token', 'principal']) app.decorateRequest(name, undefined);
  const findAgent = createAgentFinder(context.platform.database);
  const knownKeys = new KnownKeys(findAgent);
  const personOf = createUserReader(context);
  const requireSignature = createSignatureCheck(app, context);
  const isUnused = createNonceRegister(context.platform.database);

  async function useNonce(nonce: UsedNonce): Promise<void> {
    if (!(await isUnused(nonce))) throw new NonceUsedError();
  }

  const permitted = createPermitted(context);

  async function requireOwner(request: FastifyRequest): Promise<void> {
    const token = (await personOf(request))?.principal;
    if (!token)
      throw new ApiError('unauthenticated', 'the owner token is not valid; use a new one from an admin');
    request.token = token;
  }

  async function requireAgent(request: FastifyRequest): Promise<UsedNonce> {
    return requireSignature(request, async (keyId) => {
      request.agent = await findAgent(keyId);
      return request.agent && decodeBase64Url(request.agent.publicKey);
    });
  }

  const agent: Guard = async (request) => useNonce(await requireAgent(request));
  return {
    getGuard(access) {
      if (access === 'everybody' || access === 'viewer' || access === 'store') return undefined;
      if (access === 'agent') return agent;
      if (access === 'agent_or_owner') return agentOr(permitted(access));
      return access === 'new_agent' ? register : permitted(access);
    },
    permitted,
    agentWithNonce: async (request) => {
      request.nonce = await requireAgent(request);
    },
    reading: read,
    createReader: (keyId) => knownKeys.findAnew(keyId),
  };

  /** A signed request is one of an agent, also if it carries other credentials. */
  function agentOr(user: Guard): Guard {
    return (request) => (request.headers['signature-input'] === undefined ? user(request) : agent(request));
  }

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

  /** The key in the body verifies its own signature. A token of an owner is optional. */
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

/** Checked before the schema of the route, since a missing signature is reported first. */
function keyInBody(body: unknown): Uint8Array {
  const named = (body as { public_key?: unknown } | undefined)?.public_key;
  const publicKey = typeof named === 'string' ? decodeBase64Url(named) : undefined;
  if (publicKey?.length !== 32)
    throw new ApiError(
      'invalid_public_key',
      'public_key is not an Ed25519 key; send its 32 bytes as base64url',
      { path: 'public_key' },
    );
  return publicKey;
}

/** Requires a role with one of these permissions; an admin may do everything. */
function createPermitted(context: ApiContext): Authentication['permitted'] {
  const personOf = createUserReader(context);
  return (access) => async (request) => {
    const token = (await personOf(request))?.principal;
    if (!token)
      throw new ApiError(
        'unauthenticated',
        'the credentials are missing or not valid; send a bearer token, or sign in',
      );
    if (token.role !== 'admin' && !roleMay(token.role, permissionsFor(access)))
      throw new ApiError(
        'forbidden',
        `the role ${token.role} may not do this; use an account with more rights`,
      );
    request.token = token;
    request.principal = token.tokenId;
  };
}
