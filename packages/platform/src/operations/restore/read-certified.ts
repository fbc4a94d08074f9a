import { ObjectStoreError } from '@agent-home/object-store';
import {
  asJson,
  isCertifiedKind,
  type JsonObject,
  type ParsedVersionedKey,
  parseVersionedKey,
  sha256Hex,
  VerificationError,
  verifyCertified,
} from '@agent-home/protocol';
import type { RestoringPlatform } from './restoring-platform.ts';

const maxBytes = 4 * 1024 * 1024;
const unusable = new Set<string>(['not_found', 'too_large', 'not_plain', 'put_in_parts', 'content_encoding']);

/** Platform object as stored in the bucket, with verified signature. */
export interface CertifiedObject {
  objectKey: string;
  place: ParsedVersionedKey;
  /** The object with its certificate. */
  object: JsonObject;
  version: number;
  sha256: string;
  text: string;
  etag: string;
  issuedAt: Date;
}

/** Reads and verifies a platform object. Returns undefined if this home never certified the object at that key. */
export async function readCertified(
  platform: RestoringPlatform,
  objectKey: string,
): Promise<CertifiedObject | undefined> {
  const found = await read(platform, objectKey);
  return found && certifiedObject(platform, objectKey, found);
}

/** Verifies bytes that were already read, at their key or from a pack. */
export function certifiedObject(
  platform: RestoringPlatform,
  objectKey: string,
  { bytes, etag }: { bytes: Uint8Array; etag: string },
): CertifiedObject | undefined {
  const place = parseVersionedKey(objectKey);
  if (!place) return undefined;
  const text = new TextDecoder().decode(bytes);
  const base = { objectKey, place, text, etag, sha256: sha256Hex(bytes) };
  if (place.kind === 'platform_keys') {
    if (text !== platform.keysDocument) return undefined;
    const object = JSON.parse(text) as JsonObject;
    return { ...base, object, version: Number(object.version), issuedAt: new Date(String(object.issued_at)) };
  }
  if (!isCertifiedKind(place.kind)) return undefined;
  try {
    const { cert } = JSON.parse(text) as { cert?: { issued_at?: string } };
    // Verified as of its own time: an object that is too old for a reader was still certified.
    const issuedAt = new Date(cert?.issued_at ?? '');
    const { trust } = platform;
    const edition = platform.editions.find(
      ({ kind, schemaVersion }) => kind === place.kind && schemaVersion === place.schemaVersion,
    );
    const verified = verifyCertified({
      bytes,
      objectKey,
      kind: place.kind,
      trust,
      now: issuedAt,
      seen: undefined,
      maxBytes,
      edition,
    });
    return { ...base, object: asJson(verified.object), version: verified.version, issuedAt };
  } catch (error) {
    if (error instanceof VerificationError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function read(
  { store }: RestoringPlatform,
  objectKey: string,
): Promise<{ bytes: Uint8Array; etag: string } | undefined> {
  try {
    const { bytes, info } = await store.get(objectKey, { maxBytes, timeoutMs: 30_000 });
    return { bytes, etag: info.etag };
  } catch (error) {
    if (error instanceof ObjectStoreError && unusable.has(error.code)) return undefined;
    throw error;
  }
}
