import { verifyEd25519, verifyEd25519Later } from '../ed25519/ed25519.ts';
import type { SignedMessage } from '../ed25519/strict-ed25519.ts';
import { sha256Hex } from '../hash/sha256.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { ObjectKind } from '../keys/object-key-table.ts';
import { type CertifiedKind, type ObjectOfKind, schemaOf } from '../schema/registry.ts';
import { decodeBase64Url } from '../text/base64url.ts';
import { readCandidate, type UnverifiedObject, type VerifyRequest } from './candidate.ts';
import { afterSignature, beforeSignature, runChecks, signature } from './checklist.ts';
import { getSignedBytes } from './signed-bytes.ts';
import { VerificationError } from './verification-error.ts';

export interface Verified<Kind extends ObjectKind = ObjectKind> {
  object: ObjectOfKind<Kind>;
  version: number;
  /** Hash of the published bytes, lower-case hexadecimal. */
  sha256: string;
}

/** Verifies a platform object before it is trusted. @throws VerificationError, with one code per check */
export function verifyCertified<Kind extends CertifiedKind>(request: VerifyRequest<Kind>): Verified<Kind> {
  const waiting = untilSignature(request);
  return withSignature(waiting, waiting.signed !== undefined && verifyEd25519(waiting.signed));
}

/**
 * Verifies like `verifyCertified`, but checks the signature off the caller's thread if the platform supports that.
 * @throws VerificationError
 */
export async function verifyCertifiedLater<Kind extends CertifiedKind>(
  request: VerifyRequest<Kind>,
): Promise<Verified<Kind>> {
  const waiting = untilSignature(request);
  return withSignature(waiting, waiting.signed !== undefined && (await verifyEd25519Later(waiting.signed)));
}

/** Runs every check that does not need the signature, and returns the message to verify: undefined if there is no signature. */
function untilSignature(request: VerifyRequest): {
  candidate: UnverifiedObject;
  signed: SignedMessage | undefined;
} {
  const candidate = readCandidate(request);
  runChecks(beforeSignature, candidate);
  const message = getSignedBytes(candidate.document);
  const { key_id: keyId, signature: text } = candidate.certificate;
  const publicKey = request.trust.keys.get(keyId)?.publicKey;
  const bytes = decodeBase64Url(text);
  const signed = publicKey && bytes && { publicKey, message, signature: bytes };
  return { candidate, signed };
}

function withSignature<Kind extends CertifiedKind>(
  { candidate }: { candidate: UnverifiedObject },
  signatureHolds: boolean,
): Verified<Kind> {
  runChecks(signature, { candidate, signatureHolds });
  const { certificate, request } = candidate;
  const sha256 = sha256Hex(request.bytes);
  runChecks(afterSignature, { candidate, sha256 });
  return {
    // The schema of its kind has accepted it; the kind is a runtime value, which types cannot express.
    object: asFirstVersion(candidate) as ObjectOfKind<Kind>,
    version: certificate.version,
    sha256,
  };
}

/** Returns the object in the form of its kind's first version, converted if it has a later schema version. */
function asFirstVersion({ object, request }: UnverifiedObject): JsonObject {
  const { edition, kind, objectKey } = request;
  if (!edition || edition.schemaVersion !== object.schema_version) return object;
  const first = schemaOf(kind, 1)?.safeParse(edition.toFirst(object));
  if (!first?.success)
    throw new VerificationError(
      'invalid_schema',
      objectKey,
      'has a field that the first version of its kind does not allow',
    );
  return first.data as JsonObject;
}
