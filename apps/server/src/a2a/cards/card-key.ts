import { canonicalJsonBytes, encodeBase64Url, type Signer, sha256, signerOf } from '@agent-home/protocol';

/** Key that signs A2A cards only. */
export interface CardKey {
  /** RFC 7638 thumbprint of the key. */
  kid: string;
  signer: Signer;
}

/** @param seed 32 bytes that no other key is derived from */
export function getCardKey(seed: Uint8Array): CardKey {
  const signer = signerOf(seed);
  return { kid: encodeBase64Url(sha256(canonicalJsonBytes(publicPart(signer)))), signer };
}

/** Returns the RFC 7517 key set to which `jku` refers. */
export function getKeySet({ kid, signer }: CardKey) {
  return { keys: [{ ...publicPart(signer), kid, use: 'sig', alg: 'EdDSA' }] };
}

/** Returns the members of an Ed25519 key (RFC 8037) that RFC 7638 hashes. */
function publicPart({ publicKey }: Signer) {
  return { crv: 'Ed25519', kty: 'OKP', x: publicKey };
}
