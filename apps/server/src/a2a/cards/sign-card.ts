import { asJson, canonicalJson, canonicalJsonBytes, encodeBase64Url } from '@agent-home/protocol';
import type { A2aCard } from './card.ts';
import type { CardKey } from './card-key.ts';

/** A2A card with its detached JWS (RFC 7515). The payload is the RFC 8785 form of the card without `signatures`. */
export type SignedA2aCard = A2aCard & { signatures: { protected: string; signature: string }[] };

/**
 * Signs a card as A2A 1.0 specifies. The signed bytes have the form `base64url.base64url`, which is not JSON. A signature of this
 * key therefore never passes as a certificate of the home, even for a reader that mistakes the key.
 */
export function signCard(card: A2aCard, key: CardKey, keySetUrl: string): SignedA2aCard {
  const header = { alg: 'EdDSA', typ: 'JOSE', kid: key.kid, jku: keySetUrl };
  const protectedHeader = encodeBase64Url(new TextEncoder().encode(canonicalJson(header)));
  const payload = encodeBase64Url(canonicalJsonBytes(asJson(card)));
  const signature = key.signer.sign(new TextEncoder().encode(`${protectedHeader}.${payload}`));
  return { ...card, signatures: [{ protected: protectedHeader, signature: encodeBase64Url(signature) }] };
}
