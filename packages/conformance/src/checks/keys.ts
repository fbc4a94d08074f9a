import { setTimeout as delay } from 'node:timers/promises';
import type { AgentStore } from '@agent-home/object-store/agent';
import {
  decodeBase64Url,
  objectKey,
  type PlatformKeys,
  parseObject,
  platformKeysSchema,
  type RootSet,
  sha256Hex,
  type TrustedKeys,
  type VerificationCode,
  VerificationError,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import type { ServerRequirementId } from '../requirements/server-requirements.ts';
import type { Bucket } from '../subject/bucket.ts';
import type { HomeFindings } from '../subject/findings-of-home.ts';

const keysKey = objectKey('platform_keys');
const timestampKey = objectKey('platform_timestamp');
const mostKeyBytes = 262_144;

const requirementOf: Partial<Record<VerificationCode, ServerRequirementId>> = {
  untrusted_root: 'keys/root-set',
  bad_signature: 'keys/root-signatures',
};

/** Verifies the key list from the pinned root set; all other checks use these keys. */
export async function checkKeys(
  findings: HomeFindings,
  bucket: Bucket,
  store: AgentStore,
  pinned: RootSet,
): Promise<void> {
  const first = await readTogether(bucket, store);
  bucket.trust = trustIn(findings, first.keys, pinned);
  if (!bucket.trust || !first.timestamp) {
    findings.fail('keys/fresh', `there is no ${timestampKey}`);
    return;
  }
  const timestamp = bucket.judge('platform_timestamp', timestampKey, first.timestamp);
  if (!timestamp) return;
  const age = Date.now() - Date.parse(timestamp.cert.issued_at);
  findings.judge('keys/fresh', age > 3_600_000 && `the timestamp is ${Math.round(age / 60_000)} minutes old`);
  const names = ({ keys }: typeof timestamp, list: Uint8Array | undefined) =>
    list !== undefined && keys.sha256 === sha256Hex(list);
  if (names(timestamp, first.keys)) return findings.hold('keys/named');
  // The key list and the timestamp change one after the other.
  await delay(500);
  const second = await readTogether(bucket, store);
  const again = second.timestamp && bucket.judge('platform_timestamp', timestampKey, second.timestamp);
  findings.judge(
    'keys/named',
    !(again && names(again, second.keys)) &&
      'the timestamp names another key list than the one that is served',
  );
}

async function readTogether(bucket: Bucket, store: AgentStore) {
  const [keys, timestamp] = await Promise.all([
    bucket.bytes(store, keysKey, mostKeyBytes),
    bucket.bytes(store, timestampKey),
  ]);
  return { keys, timestamp };
}

/** Returns the content of an untrusted list as well, to find further faults. */
function trustIn(
  findings: HomeFindings,
  bytes: Uint8Array | undefined,
  pinned: RootSet,
): TrustedKeys | undefined {
  if (!bytes) {
    findings.fail('keys/form', `there is no ${keysKey}`);
    return undefined;
  }
  try {
    const trust = verifyPlatformKeys({ bytes, pinned, seen: undefined });
    for (const id of ['keys/form', 'keys/root-set', 'keys/root-signatures'] as const) findings.hold(id);
    return trust;
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    findings.fail(requirementOf[error.code] ?? 'keys/form', `${error.message} [${error.code}]`);
    const list = listIn(bytes);
    return list && unverified(list, bytes, pinned);
  }
}

function listIn(bytes: Uint8Array): PlatformKeys | undefined {
  try {
    return platformKeysSchema.safeParse(parseObject(bytes, keysKey, mostKeyBytes).object).data;
  } catch {
    return undefined;
  }
}

function unverified(
  { issuer, version, keys }: PlatformKeys,
  bytes: Uint8Array,
  rootSet: RootSet,
): TrustedKeys {
  const usable = keys.flatMap((key) => {
    const publicKey = decodeBase64Url(key.public_key);
    return publicKey ? [[key.key_id, { key, publicKey }] as const] : [];
  });
  return { issuer, version, sha256: sha256Hex(bytes), rootSet, keys: new Map(usable) };
}
