import type { UnverifiedObject } from './candidate.ts';
import { checkSeen } from './check-seen.ts';
import { requireIds } from './object-place.ts';
import { checkSigningKey } from './trusted-keys.ts';
import { type VerificationCode, VerificationError } from './verification-error.ts';

/** Checks one property and throws if it is violated. */
type Check<Subject> = (subject: Subject) => void;

/** Candidate whose signature has been checked against its bytes. */
interface SignedCandidate {
  candidate: UnverifiedObject;
  signatureHolds: boolean;
}

/** Candidate that the platform has signed. */
interface GenuineCandidate {
  candidate: UnverifiedObject;
  /** SHA-256 of the published bytes. */
  sha256: string;
}

/**
 * Checks of every reader before it trusts a platform object (openspec: certification), in this order: the first failed check
 * determines the code. Checks that are cheap, or distinguish a forgery from a misplaced object, precede the signature. Checks that
 * concern only genuine objects follow it.
 */
export const beforeSignature: readonly Check<UnverifiedObject>[] = [
  fitsItsSchema,
  isWhereItWasCertifiedFor,
  namesTheIdsOfItsKey,
  isSignedByATrustedKey,
  isNotFromTheFuture,
];
export const signature: readonly Check<SignedCandidate>[] = [hasAGoodSignature, isInCanonicalForm];
export const afterSignature: readonly Check<GenuineCandidate>[] = [
  hasAKnownSchemaVersion,
  isNotOlderThanWhatWasSeen,
  isStillFresh,
];

export function runChecks<Subject>(checks: readonly Check<Subject>[], subject: Subject): void {
  for (const check of checks) check(subject);
}

export const timestampMaxAgeMs = 3_600_000;
/** Tolerance for differing clocks; a time further ahead would let an object outlive its key. */
export const clockToleranceMs = 300_000;

/**
 * Checks the schema. A version without a schema is rejected only after the signature check, which shows that it is new and not
 * forged.
 */
function fitsItsSchema(candidate: UnverifiedObject): void {
  const { schema, object } = candidate;
  if (schema && !schema.safeParse(object).success)
    refuse(candidate, 'invalid_schema', 'does not fit the schema of its kind');
}

function isWhereItWasCertifiedFor(candidate: UnverifiedObject): void {
  const { object_key: certified } = candidate.certificate;
  if (certified !== candidate.request.objectKey)
    refuse(candidate, 'wrong_object_key', `was certified for ${certified}`);
}

function namesTheIdsOfItsKey({ object, place, request }: UnverifiedObject): void {
  requireIds(object, place, request.objectKey);
}

function isSignedByATrustedKey({ certificate, request }: UnverifiedObject): void {
  const purpose = request.kind === 'platform_timestamp' ? 'timestamp' : 'registry';
  checkSigningKey(request.trust, certificate, purpose, request.objectKey);
}

function isNotFromTheFuture(candidate: UnverifiedObject): void {
  const { certificate, request } = candidate;
  if (Date.parse(certificate.issued_at) > request.now.getTime() + clockToleranceMs)
    refuse(candidate, 'issued_in_future', 'claims to be issued in the future');
}

function hasAGoodSignature({ candidate, signatureHolds }: SignedCandidate): void {
  if (!signatureHolds) refuse(candidate, 'bad_signature', 'the platform signature does not verify');
}

function isInCanonicalForm({ candidate }: SignedCandidate): void {
  if (!candidate.document.isCanonical) refuse(candidate, 'not_canonical', 'is not in canonical form');
}

function hasAKnownSchemaVersion({ candidate }: GenuineCandidate): void {
  const { schema, object } = candidate;
  if (!schema)
    refuse(candidate, 'unsupported_schema_version', `has schema_version ${String(object.schema_version)}`);
}

function isNotOlderThanWhatWasSeen({ candidate, sha256 }: GenuineCandidate): void {
  const { certificate, request } = candidate;
  checkSeen(request.seen, { version: certificate.version, sha256 }, request.objectKey);
}

function isStillFresh({ candidate }: GenuineCandidate): void {
  const { kind, now } = candidate.request;
  const { issued_at: issuedAt, expires_at: expiresAt } = candidate.certificate;
  const hasEnded = expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();
  const isOld = kind === 'platform_timestamp' && now.getTime() - Date.parse(issuedAt) > timestampMaxAgeMs;
  if (hasEnded || isOld) refuse(candidate, 'stale', 'is out of date');
}

function refuse({ request }: UnverifiedObject, code: VerificationCode, message: string): never {
  throw new VerificationError(code, request.objectKey, message);
}
