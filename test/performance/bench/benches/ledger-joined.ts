import { ObjectStoreError } from '@agent-home/object-store/agent';
import {
  followLedger,
  type LedgerHead,
  objectKey,
  verifyCertified,
  verifyPlatformKeys,
} from '@agent-home/protocol';
import { FailureReporter } from '../../../../packages/sdk/src/read/failure-reporter.ts';
import { PlatformTrust } from '../../../../packages/sdk/src/read/platform-trust.ts';
import { VerifiedReader } from '../../../../packages/sdk/src/read/verified-reader.ts';
import { CertifiedHome, start } from '../../../../packages/sdk/src/testing/certified-home.ts';
import { longLedger, longTopicId } from '../../../../packages/sdk/src/testing/long-ledger.ts';
import { LedgerReader } from '../../../../packages/sdk/src/topic-reading/ledger-reader.ts';
import { TrustMemory } from '../../../../packages/sdk/src/trust/trust-memory.ts';
import { VersionFloor } from '../../../../packages/sdk/src/trust/version-floor.ts';
import { type Bench, ratePerSecond } from '../measure.ts';

const requestsMost = 60;

/** A newcomer reads a whole ledger through its packs: the cost of packs on top of the checks that every entry needs. */
export const ledgerJoined: Bench = {
  name: 'ledger_joined',
  unit: 'entries/s',
  floorName: 'the same entries verified and followed from memory, each already at hand',
  target: { atLeast: 0.7 },
  pairs: { full: 7, short: 1 },
  async open({ short }) {
    const count = short ? 1_040 : 10_000;
    const home = new CertifiedHome();
    const { objects, head } = longLedger(home, count);
    const keys = home.keys();
    objects.set(objectKey('platform_keys'), keys);
    objects.set(objectKey('platform_timestamp'), home.timestamp(keys, start));
    return {
      value: () => ratePerSecond(count, () => join(home, objects, head)),
      floor: () => ratePerSecond(count, () => verifyAll(home, objects, count)),
      close: async () => {},
    };
  },
};

async function join(home: CertifiedHome, objects: Map<string, Uint8Array>, head: LedgerHead): Promise<void> {
  let requests = 0;
  const raw = {
    async get(key: string): Promise<Uint8Array> {
      requests += 1;
      const bytes = objects.get(key);
      if (!bytes) throw new ObjectStoreError('not_found', `there is no ${key}`);
      return bytes;
    },
  };
  const log = () => {};
  const memory = new TrustMemory(undefined);
  const failures = new FailureReporter(undefined, log);
  const parts = { raw, memory, failures, floor: new VersionFloor(), surroundings: surroundings() };
  const trust = new PlatformTrust({ ...parts, pinned: home.rootSet, log, changed: log });
  const reader = new LedgerReader(longTopicId, new VerifiedReader({ ...parts, trust }), memory, failures);
  let last = 0;
  for await (const entry of reader.entries(0, head)) last = entry.sequence;
  if (last !== head.sequence) throw new Error(`only ${last} entries were read`);
  if (requests > requestsMost) throw new Error(`${requests} requests were sent`);
}

function verifyAll(home: CertifiedHome, objects: Map<string, Uint8Array>, count: number): void {
  const trust = verifyPlatformKeys({ bytes: home.keys(), pinned: home.rootSet, seen: undefined });
  const now = new Date(start);
  let head: LedgerHead | undefined;
  for (let sequence = 1; sequence <= count; sequence++) {
    const key = objectKey('topic_ledger_entry', { topic_id: longTopicId, sequence });
    const bytes = objects.get(key) ?? new Uint8Array();
    const kind = 'topic_ledger_entry';
    head = followLedger(
      head,
      verifyCertified({ bytes, objectKey: key, kind, trust, now, seen: undefined }).object,
    );
  }
}

const surroundings = () => ({ now: () => start, randomBytes: (length: number) => new Uint8Array(length) });
