import { decodeBase64Url } from '../base64/base64url.ts';
import { verifyEd25519, verifyEd25519Later } from '../ed25519/ed25519.ts';
import type { SignedMessage } from '../ed25519/strict-ed25519.ts';
import { sha256Hex } from '../hash/sha256.ts';
import { parseObjectKey } from '../keys/object-key.ts';
import type { ObjectKind } from '../keys/object-key-table.ts';
import { type Certificate, certificateSchema } from '../schema/certificate.ts';
import { type CertifiedKind, type ObjectOfKind, schemaOf } from '../schema/registry.ts';
import { checkSigningKey, type TrustedKeys } from '../trust/trusted-keys.ts';
import { requireIds } from './object-place.ts';
import { parseObject } from './parse-object.ts';
import { signedBytes } from './signed-bytes.ts';
import { VerificationError } from './verification-error.ts';

/** The newest certified version a reader has accepted for one key. */
export interface SeenVersion {
  version: number;
  sha256: string;
}

export interface VerifyRequest<Kind extends CertifiedKind = CertifiedKind> {
  bytes: Uint8Array;
  /** The key that was asked for, not one that came with the bytes. */
  objectKey: string;
  kind: Kind;
  trust: TrustedKeys;
  now: Date;
  /** What this reader has seen at this key, `undefined` only when it truly never read it. */
  seen: SeenVersion | undefined;
  maxBytes?: number;
}

export interface Verified<Kind extends ObjectKind = ObjectKind> {
  object: ObjectOfKind<Kind>;
  version: number;
  /** Hash of the published bytes, lower-case hexadecimal. */
  sha256: string;
}

export const defaultMaxObjectBytes = 1024 * 1024;
const timestampMaxAgeMs = 3_600_000;
/** Clocks differ; what claims to be from further ahead was made to outlive its key. */
const clockToleranceMs = 300_000;

/**
 * The checklist every reader runs before it believes a platform object (openspec: certification).
 * @throws VerificationError, with one code a step.
 */
export function verifyCertified<Kind extends CertifiedKind>(request: VerifyRequest<Kind>): Verified<Kind> {
  const { signed, finish } = beforeSignature(request);
  return finish(signed !== undefined && verifyEd25519(signed));
}

/**
 * The same, with the signature verified beside the caller's thread where the platform can: a page goes on meanwhile.
 * @throws VerificationError
 */
export async function verifyCertifiedLater<Kind extends CertifiedKind>(
  request: VerifyRequest<Kind>,
): Promise<Verified<Kind>> {
  const { signed, finish } = beforeSignature(request);
  return finish(signed !== undefined && (await verifyEd25519Later(signed)));
}

/** Steps 1 to 5, what is to be verified in step 6, and the rest of the list once it is known whether it holds. */
function beforeSignature<Kind extends CertifiedKind>(
  request: VerifyRequest<Kind>,
): { signed: SignedMessage | undefined; finish(holds: boolean): Verified<Kind> } {
  const { objectKey, kind, trust, now } = request;
  const fail = (code: VerificationError['code'], message: string) =>
    new VerificationError(code, objectKey, message);

  // 1-2. Bounded size, strict parse.
  const { object, text } = parseObject(request.bytes, objectKey, request.maxBytes ?? defaultMaxObjectBytes);

  // 3. Kind and certificate; the version's own schema waits until an unknown version is told from a forged one.
  const place = parseObjectKey(objectKey);
  if (place?.kind !== kind || object.kind !== kind) throw fail('wrong_kind', `is not a ${kind}`);
  const certificate = certificateSchema.safeParse(object.cert).data;
  if (!certificate) throw fail('invalid_schema', 'has no valid cert block');
  const schema = schemaOf(kind, Number(object.schema_version));
  if (schema) requireSchema(schema.safeParse(object).success, objectKey);

  // 4. It belongs where it was found.
  if (certificate.object_key !== objectKey)
    throw fail('wrong_object_key', `was certified for ${certificate.object_key}`);
  requireIds(object, place, objectKey);

  // 5. A key we trust for this, then and now.
  const key = checkSigningKey(
    trust,
    certificate,
    kind === 'platform_timestamp' ? 'timestamp' : 'registry',
    objectKey,
  );
  if (Date.parse(certificate.issued_at) > now.getTime() + clockToleranceMs) {
    throw fail('issued_in_future', 'claims to be issued in the future');
  }

  const { signed, canonical } = signedBytes(object);
  const signature = decodeBase64Url(certificate.signature);
  return {
    signed: signature && { publicKey: key, message: signed, signature },
    finish(holds) {
      // 6. The signature, over bytes in the one canonical form.
      if (!holds) throw fail('bad_signature', 'the platform signature does not verify');
      if (canonical !== text) throw fail('not_canonical', 'is not in canonical form');
      if (!schema)
        throw fail('unsupported_schema_version', `has schema_version ${String(object.schema_version)}`);

      // 7. Not older than, nor another than, what was seen before.
      const sha256 = sha256Hex(request.bytes);
      checkSeen(request.seen, { version: certificate.version, sha256 }, objectKey);

      // 8. Still fresh, where the kind has an end.
      checkFresh(kind, certificate, now, objectKey);
      return { object: object as unknown as ObjectOfKind<Kind>, version: certificate.version, sha256 };
    },
  };
}

function requireSchema(fits: boolean, objectKey: string): void {
  if (!fits) throw new VerificationError('invalid_schema', objectKey, 'does not fit the schema of its kind');
}

/** Refuses an older version (`rollback`) and other bytes under a version already seen (`equivocation`). */
export function checkSeen(seen: SeenVersion | undefined, found: SeenVersion, objectKey: string): void {
  if (!seen || found.version > seen.version) return;
  if (found.version < seen.version) {
    throw new VerificationError(
      'rollback',
      objectKey,
      `is version ${found.version}, ${seen.version} was seen before`,
    );
  }
  if (found.sha256 !== seen.sha256) {
    throw new VerificationError(
      'equivocation',
      objectKey,
      `version ${found.version} was seen with other bytes`,
    );
  }
}

function checkFresh(kind: CertifiedKind, certificate: Certificate, now: Date, objectKey: string): void {
  const ended = certificate.expires_at !== undefined && Date.parse(certificate.expires_at) <= now.getTime();
  const old =
    kind === 'platform_timestamp' && now.getTime() - Date.parse(certificate.issued_at) > timestampMaxAgeMs;
  if (ended || old) throw new VerificationError('stale', objectKey, 'is out of date');
}
