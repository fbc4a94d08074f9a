import { decodeBase64Url, encodeBase64Url } from '../base64/base64url.ts';
import { keyIdOf, type Signer } from '../cert/signer.ts';
import { verifyEd25519 } from '../ed25519/ed25519.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { RootSet } from '../schema/platform.ts';

/** Documents of the root keys: signatures stand beside the content and cover everything but themselves. */
export function rootSignedBytes(document: JsonObject): Uint8Array {
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

/** Whether at least `threshold` different keys of the set signed. The same key twice counts once. */
export function meetsThreshold(
  document: JsonObject & { signatures: { key_id: string; signature: string }[] },
  rootSet: RootSet,
): boolean {
  const message = rootSignedBytes(document);
  const signedBy = new Set<string>();
  for (const { key_id: keyId, signature } of document.signatures) {
    const publicKey = decodeBase64Url(rootSet.keys.find((key) => key.key_id === keyId)?.public_key ?? '');
    const bytes = decodeBase64Url(signature);
    if (!publicKey || !bytes || keyIdOf(publicKey) !== keyId) continue;
    if (verifyEd25519({ publicKey, message, signature: bytes })) signedBy.add(keyId);
  }
  return signedBy.size >= rootSet.threshold;
}
