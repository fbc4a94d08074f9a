import {
  type CertifiedKind,
  objectKeyTable,
  parseObjectKey,
  VerificationError,
  verifyCertified,
} from '@agent-home/protocol';
import type { Evidence, Finding } from './evidence.ts';

const check = 'bucket equals database';

/** Every platform object lies in the bucket in its newest version, byte for byte, and no other does. */
export function bucketEqualsDatabase(evidence: Evidence): Finding[] {
  const { bucket, published } = evidence;
  const known = new Set(published.map(({ objectKey }) => objectKey));
  const foreign = [...bucket.keys()].filter((key) => !known.has(key));
  return [
    ...foreign.map((subject) => ({ check, subject, problem: 'is in the bucket and nowhere else' })),
    ...published.flatMap(({ objectKey, version, confirmedVersion, confirmedText }) => {
      const found = bucket.get(objectKey);
      const problem =
        confirmedVersion !== version
          ? `version ${version} was promised, ${confirmedVersion ?? 'none'} was put`
          : found === undefined
            ? 'is not in the bucket'
            : found !== confirmedText
              ? 'differs from what the database says is there'
              : wrongObject(evidence, objectKey, version, found);
      return problem === undefined
        ? []
        : [{ check, subject: objectKey, problem, detail: { confirmedText, found } }];
    }),
  ];
}

/** What a reader would refuse it for. */
function wrongObject(
  { trust, now }: Evidence,
  objectKey: string,
  version: number,
  text: string,
): string | undefined {
  const place = parseObjectKey(objectKey);
  if (!place || objectKeyTable[place.kind].owner !== 'platform') return 'is no key of the platform';
  // Signed by the roots, not by this home's signing keys.
  if (place.kind === 'platform_keys') return undefined;
  try {
    const { object } = verifyCertified({
      bytes: new TextEncoder().encode(text),
      objectKey,
      kind: place.kind as CertifiedKind,
      trust,
      now,
      seen: undefined,
    });
    const certified = (object as { cert: { version: number } }).cert.version;
    return certified === version ? undefined : `is certified as version ${certified}, not ${version}`;
  } catch (error) {
    if (error instanceof VerificationError) return `does not verify: ${error.code}`;
    throw error;
  }
}
