import { verifyEd25519 } from '@agent-home/protocol';
import type { FastifyRequest } from 'fastify';
import { isSignatureError, type VerifiedSignature, verifySignature } from 'http-message-sig';
import { ApiError } from '../errors/api-error.ts';
import { contentDigestMatches } from './content-digest.ts';

export const signatureTag = 'agent-home-v1';
const label = 'sig1';
const maxSkewSeconds = 60;
const components = ['@method', '@authority', '@path', '@query', 'content-digest'];

export interface SignedBy {
  keyId: string;
  nonce: string;
}

interface Verification {
  request: FastifyRequest;
  /** Bytes of the body as they came. */
  body: Uint8Array;
  now: Date;
  /** Names this API answers to: a request signed for another home must not be good here. */
  authorities: ReadonlySet<string>;
  /** The public key of a key id, or undefined. */
  findPublicKey: (keyId: string) => Promise<Uint8Array | undefined>;
}

/**
 * Verifies an RFC 9421 signature over method, authority, path, query and body digest. Replay is the caller's to
 * refuse, after this: only a good signature may use up a nonce. @throws ApiError
 */
export async function verifyRequestSignature(verification: Verification): Promise<SignedBy> {
  const { request, body, now, authorities } = verification;
  if (request.headers.signature === undefined || request.headers['signature-input'] === undefined) {
    throw new ApiError('signature_missing', 'sign the request with RFC 9421 HTTP Message Signatures');
  }
  const authority = (request.headers.host ?? '').toLowerCase();
  if (!authorities.has(authority))
    throw new ApiError('wrong_authority', 'this API does not answer to that host name');
  const verified = await verify(verification, authority).catch((error: unknown) => {
    if (!isSignatureError(error)) throw error;
    // Looking the key up failed, which says nothing of the signature: the database may be away.
    if (error.code === 'ResolverFailed' && error.cause !== undefined) throw error.cause;
    throw new ApiError('signature_invalid', `the signature does not verify (${error.code})`);
  });
  const signedBy = parametersOf(verified, now);
  const digest = request.headers['content-digest'];
  if (!contentDigestMatches(Array.isArray(digest) ? digest.join(',') : digest, body)) {
    throw new ApiError('content_digest_mismatch', 'content-digest is not the sha-256 of the body');
  }
  return signedBy;
}

function verify(verification: Verification, authority: string): Promise<VerifiedSignature> {
  const { request, now, findPublicKey } = verification;
  const seconds = Math.floor(now.getTime() / 1000);
  const message = {
    kind: 'request' as const,
    method: request.method,
    targetUri: `http://${authority}${request.raw.url ?? '/'}`,
    fields: fieldsOf(request),
  };
  return verifySignature(message, {
    label,
    policy: {
      algorithms: ['ed25519'],
      requiredComponents: components,
      requiredParameters: ['created', 'keyid', 'nonce', 'tag'],
      now: seconds,
      maxAge: 86_400,
      clockSkew: 86_400,
    },
    resolveVerifier: async (candidate) => {
      const keyId = candidate.parameters.keyid;
      const publicKey = keyId === undefined ? undefined : await findPublicKey(keyId);
      if (!publicKey) throw new ApiError('unknown_key', 'no agent has registered this key');
      return {
        algorithm: 'ed25519',
        verify: (data: Uint8Array, signature: Uint8Array) =>
          verifyEd25519({ publicKey, message: data, signature }),
      };
    },
  });
}

/** The freshness window is ours to check, so that a clock that is wrong gets an answer that says so. */
function parametersOf({ parameters }: VerifiedSignature, now: Date): SignedBy {
  const { created, keyid, nonce, tag, expires } = parameters;
  const seconds = now.getTime() / 1000;
  if (created === undefined || keyid === undefined || nonce === undefined || tag !== signatureTag) {
    throw new ApiError(
      'signature_invalid',
      `the signature needs created, keyid, nonce and tag="${signatureTag}"`,
    );
  }
  if (nonce.length < 16 || nonce.length > 128) {
    throw new ApiError('signature_invalid', 'the nonce must have 16 to 128 characters');
  }
  if (Math.abs(seconds - created) > maxSkewSeconds || (expires !== undefined && expires < seconds)) {
    throw new ApiError(
      'signature_expired',
      `created must be within ${maxSkewSeconds} s of ${now.toISOString()}`,
    );
  }
  return { keyId: keyid, nonce };
}

function fieldsOf(request: FastifyRequest): { name: string; value: string }[] {
  const { rawHeaders } = request.raw;
  const fields: { name: string; value: string }[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    fields.push({ name: rawHeaders[index] ?? '', value: rawHeaders[index + 1] ?? '' });
  }
  return fields;
}
