import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFiles } from '@agent-home/platform';
import {
  objectKey,
  type PlatformKeys,
  rootSetSchema,
  VerificationError,
  verifyCertified,
  verifyPlatformKeys,
  verifyPlatformTimestamp,
} from '@agent-home/protocol';
import { type CheckContext, type DoctorCheck, type DoctorFinding, failed, ok, warning } from './check.ts';

const dayMs = 86_400_000;
const warnDays = 30;
/** The platform publishes a new timestamp every 15 minutes; readers refuse one older than an hour. */
const staleMinutes = 20;

/** Reads the objects that every reader starts with and verifies them from the pinned root. */
export const platformObjectCheck: DoctorCheck = {
  name: 'keys and policy',
  async run(context) {
    try {
      return await verifyAll(context);
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      const todo =
        error.code === 'stale'
          ? 'start a worker, which signs a new timestamp every 15 minutes'
          : 'start a worker with the AGENT_HOME_KEYS of the home: the object is signed with other keys';
      return failed(`verification fails: ${error.message} [${error.code}]`, todo);
    }
  },
};

async function verifyAll(context: CheckContext): Promise<DoctorFinding> {
  const { settings } = context;
  const root = await readFile(join(settings.keysFolder, keyFiles.root), 'utf8');
  const pinned = rootSetSchema.parse(JSON.parse(root)) as Parameters<typeof verifyPlatformKeys>[0]['pinned'];
  const keysBytes = await read(context, 'platform_keys');
  const trust = verifyPlatformKeys({ bytes: keysBytes, pinned, seen: undefined });
  const now = new Date();
  const bytes = await read(context, 'platform_timestamp');
  const timestamp = verifyPlatformTimestamp({ bytes, trust, now, seen: undefined });
  const policyKey = objectKey('platform_policy');
  verifyCertified({
    bytes: await read(context, 'platform_policy'),
    objectKey: policyKey,
    kind: 'platform_policy',
    trust,
    now,
    seen: undefined,
  });
  const minutes = (now.getTime() - Date.parse(timestamp.object.cert.issued_at)) / 60_000;
  const { keys } = JSON.parse(new TextDecoder().decode(keysBytes)) as PlatformKeys;
  const days = daysLeft(keys, now);
  const seen = `key list ${trust.version} and policy verified from the root, timestamp ${minutes.toFixed(0)} min old, signing keys good for ${days.toFixed(0)} days`;
  if (days < warnDays) return warning(seen, 'run `agent-home keys rotate` before the signing keys expire');
  if (minutes > staleMinutes) return warning(seen, 'check whether a worker runs: the timestamp is old');
  return ok(seen);
}

/** Returns the days until some purpose has no valid key. */
function daysLeft(keys: PlatformKeys['keys'], now: Date): number {
  const ends = (['registry', 'timestamp'] as const).map((purpose) =>
    Math.max(
      ...keys
        .filter((key) => key.purpose === purpose && key.revoked === undefined)
        .map((key) => Date.parse(key.valid_until)),
    ),
  );
  return (Math.min(...ends) - now.getTime()) / dayMs;
}

async function read(
  { store }: CheckContext,
  kind: 'platform_keys' | 'platform_timestamp' | 'platform_policy',
): Promise<Uint8Array> {
  return (await store.get(objectKey(kind), { maxBytes: 1 << 20, timeoutMs: 5_000 })).bytes;
}
