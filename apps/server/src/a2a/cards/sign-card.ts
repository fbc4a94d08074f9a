import { asJson, canonicalJson, canonicalJsonBytes, encodeBase64Url } from '@agent-home/protocol';
import type { A2aCard } from './card.ts';
import type { CardKey } from './card-key.ts';

/** A card with its detached JWS (RFC 7515), whose payload is the RFC 8785 form of the card without `signatures`. */
export type SignedA2aCard = A2aCard & { signatures: { protected: string; signature: string }[] };

/**
 * Signs what the specification of A2A 1.0 has signed. The bytes are `base64url.base64url`, which is no JSON: nothing
 * that this key signs can be taken for a certificate of the home, even by a reader who took the key for another.
 */
export function signCard(card: A2aCard, key: CardKey, keySetUrl: string): SignedA2aCard {
  const header = { alg: 'EdDSA', typ: 'JOSE', kid: key.kid, jku: keySetUrl };
  const protectedHeader = encodeBase64Url(new TextEncoder().encode(canonicalJson(header)));
  const payload = encodeBase64Url(canonicalJsonBytes(asJson(card)));
  const signature = key.signer.sign(new TextEncoder().encode(`${protectedHeader}.${payload}`));
  return { ...card, signatures: [{ protected: protectedHeader, signature: encodeBase64Url(signature) }] };
}
