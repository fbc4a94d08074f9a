import { verifyEd25519, verifyEd25519Later } from '../ed25519/ed25519.ts';
import type { SignedMessage } from '../ed25519/strict-ed25519.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import { authorSignatureSchema } from '../schema/topic-input.ts';
import { decodeBase64Url, encodeBase64Url } from '../text/base64url.ts';
import { keyIdOf, type Signer } from './signer.ts';

/**
 * Returns the canonical JSON of the document without `author_sig`. Its `kind` prevents one kind of document from passing as
 * another.
 */
function authoredBytes(document: JsonObject): Uint8Array {
  const { author_sig: _, ...content } = document;
  return canonicalJsonBytes(content);
}

/** Adds the author's signature to a message or a request. */
export function signAuthored(document: JsonObject, signer: Signer): JsonObject {
  const signature = encodeBase64Url(signer.sign(authoredBytes(document)));
  return {
    ...document,
    author_sig: { alg: 'Ed25519', canonicalization: 'JCS', key_id: signer.keyId, signature },
  };
}

/** The topic's policy decides about `absent`; `invalid` is never accepted. */
export type AuthorSignatureResult = 'valid' | 'invalid' | 'absent';

/** Checks `author_sig` against the author's certified public key (32 bytes). */
export function checkAuthorSignature(document: JsonObject, publicKey: Uint8Array): AuthorSignatureResult {
  const signed = signedByAuthor(document, publicKey);
  if (typeof signed === 'string') return signed;
  return verifyEd25519(signed) ? 'valid' : 'invalid';
}

/** Verifies like `checkAuthorSignature`, but off the caller's thread if the platform supports that. */
export async function checkAuthorSignatureLater(
  document: JsonObject,
  publicKey: Uint8Array,
): Promise<AuthorSignatureResult> {
  const signed = signedByAuthor(document, publicKey);
  if (typeof signed === 'string') return signed;
  return (await verifyEd25519Later(signed)) ? 'valid' : 'invalid';
}

function signedByAuthor(document: JsonObject, publicKey: Uint8Array): SignedMessage | 'invalid' | 'absent' {
  if (document.author_sig === undefined) return 'absent';
  const block = authorSignatureSchema.safeParse(document.author_sig).data;
  const signature = block && decodeBase64Url(block.signature);
  if (!signature || block.key_id !== keyIdOf(publicKey)) return 'invalid';
  return { publicKey, message: authoredBytes(document), signature };
}
