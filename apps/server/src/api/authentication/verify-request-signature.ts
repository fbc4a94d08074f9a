import type { IncomingHttpHeaders } from 'node:http';
import { verifyEd25519Later } from '@agent-home/protocol';
import { ApiError } from '../errors/api-error.ts';
import { contentDigestMatches } from './content-digest.ts';
import { parseSignatureFields, type SignatureFields, signatureBase } from './signature-fields.ts';

const signatureTag = 'agent-home-v1';
const label = 'sig1';
export const maxSkewSeconds = 60;
const components = ['@method', '@authority', '@path', '@query', 'content-digest'];

interface SignedBy {
  keyId: string;
  nonce: string;
}

/** Request as received. */
interface SignedRequest {
  method: string;
  /** Path and query, character by character. */
  target: string;
  headers: IncomingHttpHeaders;
}

interface Verification {
  request: SignedRequest;
  /** Bytes of the body as received. */
  body: Uint8Array;
  now: Date;
  /** Names of this API. A request signed for another home must not be valid for this one. */
  authorities: ReadonlySet<string>;
  /** Returns the public key of a key id, or undefined. */
  findPublicKey: (keyId: string) => Promise<Uint8Array | undefined>;
}

/**
 * Verifies an RFC 9421 signature over method, authority, path, query and body digest. The caller refuses replays afterwards,
 * because only a valid signature may use up a nonce. @throws ApiError
 */
export async function verifyRequestSignature(verification: Verification): Promise<SignedBy> {
  const { request, body, now, authorities, findPublicKey } = verification;
  if (request.headers.signature === undefined || request.headers['signature-input'] === undefined) {
    throw new ApiError(
      'signature_missing',
      'the request has no signature; sign it with RFC 9421 HTTP Message Signatures',
    );
  }
  const authority = (request.headers.host ?? '').toLowerCase();
  if (!authorities.has(authority))
    throw new ApiError(
      'wrong_authority',
      'the API does not serve this host name; use one of AGENT_HOME_AUTHORITIES',
    );
  const fields = parseSignatureFields(getHeader(request, 'signature-input'), getHeader(request, 'signature'));
  if (fields?.label !== label || !coversAll(fields.components)) {
    throw new ApiError('signature_invalid', `send one signature, ${label}, over ${components.join(', ')}`);
  }
  const message = signatureBase(fields, (name) => findComponent(request, authority, name));
  const signedBy = collectParameters(fields.parameters, now);
  const publicKey = await findPublicKey(signedBy.keyId);
  if (!publicKey) throw new ApiError('unknown_key', 'no agent has this key; register the agent first');
  const { signature } = fields;
  if (!message || !(await verifyEd25519Later({ publicKey, message, signature }))) {
    throw new ApiError(
      'signature_invalid',
      'the signature does not verify; check the key and the signed components',
    );
  }
  const digest = request.headers['content-digest'];
  if (!contentDigestMatches(Array.isArray(digest) ? digest.join(',') : digest, body)) {
    throw new ApiError(
      'content_digest_mismatch',
      'content-digest is not the SHA-256 of the body; compute it over the sent bytes',
    );
  }
  return signedBy;
}

/**
 * Requires exactly these components, in any order: an uncovered one could be changed, and an additional one has no known meaning.
 */
function coversAll(covered: string[]): boolean {
  return covered.length === components.length && components.every((name) => covered.includes(name));
}

function findComponent(request: SignedRequest, authority: string, name: string): string | undefined {
  const { target } = request;
  if (!target.startsWith('/') || target.includes('#')) return undefined;
  const query = target.indexOf('?');
  switch (name) {
    case '@method':
      return request.method;
    case '@authority':
      return new URL(`http://${authority}`).host;
    case '@path':
      return query === -1 ? target : target.slice(0, query);
    case '@query':
      return query === -1 ? '?' : target.slice(query);
    default:
      return request.headers[name] === undefined ? undefined : getHeader(request, name);
  }
}

/** A field sent more than once is one field, its values joined (RFC 9421, 2.1). */
function getHeader(request: SignedRequest, name: string): string {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

function collectParameters(parameters: SignatureFields['parameters'], now: Date): SignedBy {
  const text = (name: string) => {
    const value = parameters.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const [created, expires] = [parameters.get('created'), parameters.get('expires')];
  const [keyId, nonce, alg] = [text('keyid'), text('nonce'), parameters.get('alg') ?? 'ed25519'];
  if (
    typeof created !== 'number' ||
    typeof (expires ?? 0) !== 'number' ||
    keyId === undefined ||
    nonce === undefined ||
    text('tag') !== signatureTag ||
    alg !== 'ed25519'
  ) {
    throw new ApiError(
      'signature_invalid',
      `the signature needs created, keyid, nonce and tag="${signatureTag}", and no alg but ed25519`,
    );
  }
  if (nonce.length < 16 || nonce.length > 128) {
    throw new ApiError('signature_invalid', 'the nonce needs 16 to 128 characters');
  }
  requireInTime(created, typeof expires === 'number' ? expires : undefined, now);
  return { keyId, nonce };
}

/**
 * Both times are in seconds since 1970. An invalid `created` calls for a corrected clock, an exceeded `expires` for a new
 * signature.
 */
function requireInTime(created: number, expires: number | undefined, now: Date): void {
  const seconds = now.getTime() / 1000;
  const here = now.toISOString();
  if (Math.abs(seconds - created) > maxSkewSeconds)
    throw new ApiError(
      'signature_expired',
      `created differs by more than ${maxSkewSeconds} s from the time of the home, ${here}; correct the clock`,
      {
        path: 'created',
      },
    );
  if (expires !== undefined && expires < seconds) {
    const until = new Date(expires * 1000).toISOString();
    throw new ApiError(
      'signature_expired',
      `the signature expired at ${until}, and the time of the home is ${here}; sign again`,
      {
        path: 'expires',
      },
    );
  }
}
