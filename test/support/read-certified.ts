import {
  type CertifiedKind,
  type TrustedKeys,
  type Verified,
  verifyCertified,
  verifyPlatformKeys,
  verifyPlatformTimestamp,
} from '@agent-home/protocol';
import type OSS from 'ali-oss';
import type { TestHome } from './start-home.ts';

/** Returns the keys that a reader trusts after it pinned this home's root, read only from the bucket. */
export async function openTrust(home: TestHome, oss: OSS): Promise<TrustedKeys> {
  const trust = verifyPlatformKeys({
    bytes: await bytesAt(oss, 'platform/keys.json'),
    pinned: home.rootSet,
    seen: undefined,
  });
  const bytes = await bytesAt(oss, 'platform/timestamp.json');
  verifyPlatformTimestamp({ bytes, trust, now: new Date(), seen: undefined });
  return trust;
}

/** Reads the object at a key, verified from the pinned root. */
export async function readCertified<Kind extends CertifiedKind>(
  home: TestHome,
  oss: OSS,
  kind: Kind,
  objectKey: string,
): Promise<Verified<Kind>> {
  return readWith(await openTrust(home, oss), oss, kind, objectKey);
}

/** Like `readCertified` with given keys, for a credential that cannot read the platform's keys. */
export async function readWith<Kind extends CertifiedKind>(
  trust: TrustedKeys,
  oss: OSS,
  kind: Kind,
  objectKey: string,
): Promise<Verified<Kind>> {
  const bytes = await bytesAt(oss, objectKey);
  return verifyCertified({ bytes, objectKey, kind, trust, now: new Date(), seen: undefined });
}

async function bytesAt(oss: OSS, key: string): Promise<Uint8Array> {
  const { content } = await oss.get(key);
  return new Uint8Array(content as Buffer);
}
