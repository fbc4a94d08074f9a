import { keyIdOf, type Signer } from '../cert/signer.ts';
import { verifyEd25519 } from '../ed25519/ed25519.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { RootSet } from '../schema/platform.ts';
import { decodeBase64Url, encodeBase64Url } from '../text/base64url.ts';

/**
 * Returns the signed bytes of a root document: signatures are next to the content and cover everything but
 * themselves.
 */
function rootSignedBytes(document: JsonObject): Uint8Array {
  const { signatures: _, ...content } = document;
  return canonicalJsonBytes(content);
}

export function signAsRoot(document: JsonObject, signers: readonly Signer[]): JsonObject {
  const message = rootSignedBytes(document);
  const signatures = signers.map((signer) => ({
    key_id: signer.keyId,
    signature: encodeBase64Url(signer.sign(message)),
  }));
  return { ...document, signatures };
}

type RootSigned = JsonObject & { signatures: { key_id: string; signature: string }[] };

/** Returns true if at least `threshold` different keys of the set signed. A repeated key counts once. */
export function meetsThreshold(document: RootSigned, rootSet: RootSet): boolean {
  const message = rootSignedBytes(document);
  const good = document.signatures.filter((signature) => holds(signature, message, rootSet));
  return new Set(good.map((signature) => signature.key_id)).size >= rootSet.threshold;
}

/**
 * Returns true if every signature is by a key of the set. Signatures do not cover each other: without this
 * check, bytes of those beyond the threshold could be changed unnoticed.
 */
export function allSignaturesHold(document: RootSigned, rootSet: RootSet): boolean {
  const message = rootSignedBytes(document);
  return document.signatures.every((signature) => holds(signature, message, rootSet));
}

function holds(
  { key_id: keyId, signature }: RootSigned['signatures'][number],
  message: Uint8Array,
  rootSet: RootSet,
): boolean {
  const publicKey = decodeBase64Url(rootSet.keys.find((key) => key.key_id === keyId)?.public_key ?? '');
  const bytes = decodeBase64Url(signature);
  if (!publicKey || !bytes || keyIdOf(publicKey) !== keyId) return false;
  return verifyEd25519({ publicKey, message, signature: bytes });
}
