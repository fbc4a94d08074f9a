import type { VerifyRequest } from '../../cert/candidate.ts';
import { readCandidate } from '../../cert/candidate.ts';
import { beforeSignature, runChecks } from '../../cert/checklist.ts';
import { signedBytes } from '../../cert/signed-bytes.ts';
import { VerificationError } from '../../cert/verification-error.ts';
import { verifyEd25519 } from '../../ed25519/ed25519.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { MAX_JSON_DEPTH } from '../../json/json-depth.ts';
import { JsonError } from '../../json/json-error.ts';
import type { JsonValue } from '../../json/json-value.ts';
import { decodeBase64Url } from '../../text/base64url.ts';
import { ValueScanner } from './value-scanner.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a document in two passes: its value, and if its canonical text equals the text read. */
export function readTwice(bytes: Uint8Array): { value: JsonValue; isCanonical: boolean } {
  const text = decode(bytes);
  const value = new ValueScanner(text, MAX_JSON_DEPTH).scanDocument();
  return { value, isCanonical: canonicalJson(value) === text };
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new JsonError('invalid_utf8', 'document is not valid UTF-8');
  }
}

/** Runs `verifyCertified` up to the canonical form, with all signed bytes serialized from the object. */
export function verifyTwice(request: VerifyRequest): void {
  const candidate = readCandidate(request);
  runChecks(beforeSignature, candidate);
  const { key_id: keyId, signature } = candidate.certificate;
  const publicKey = request.trust.keys.get(keyId)?.publicKey;
  const bytes = decodeBase64Url(signature);
  const { signed, canonical } = signedBytes(candidate.object);
  const refuse = (code: 'bad_signature' | 'not_canonical') =>
    new VerificationError(code, request.objectKey, 'as two passes see it');
  if (!publicKey || !bytes || !verifyEd25519({ publicKey, message: signed, signature: bytes }))
    throw refuse('bad_signature');
  if (canonical !== decode(request.bytes)) throw refuse('not_canonical');
}
