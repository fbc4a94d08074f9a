import {
  type JsonObject,
  objectKey,
  type SeenVersion,
  sha256Hex,
  verifyPlatformTimestamp,
} from '@agent-home/protocol';
import { certified } from '../../../../packages/protocol/src/testing/certified-objects.ts';
import { issuedAt, listedKey, readAt } from '../../../../packages/protocol/src/testing/home.ts';
import { testSigner } from '../../../../packages/protocol/src/testing/signers.ts';
import { asVectorBytes, bytesIn, type VectorBytes } from '../form/bytes.ts';
import { getTrust, type TrustInput, trustWith } from '../form/small-home.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';

interface Input extends TrustInput {
  timestamp: VectorBytes;
  now: string;
  seen?: SeenVersion;
}

export const timestamps: VectorKind<Input> = {
  kind: 'timestamps',
  description:
    'Whether the timestamp says that the key list at hand is the current one. input: timestamp (bytes of ' +
    'platform/timestamp.json), pinned and keys as in certificates, now, seen. output: version and sha256 of the ' +
    'timestamp. Codes: those of certificates, stale from an hour and a millisecond on, and after all of them ' +
    'outdated_keys where it names another key list.',
  cases,
  judge: ({ timestamp, now, seen, ...trust }) =>
    getOutcome((): JsonObject => {
      const { version, sha256 } = verifyPlatformTimestamp({
        bytes: bytesIn(timestamp),
        trust: getTrust(trust),
        now: new Date(now),
        seen,
      });
      return { version, sha256 };
    }),
};

function cases(): VectorCase<Input>[] {
  const trust = trustWith();
  const revoked = { reason: 'compromised', at: issuedAt.toISOString() };
  const timestampKey = listedKey('timestamp', { purpose: 'timestamp' });
  const newer = trustWith({ version: 2, keys: [listedKey('registry', { revoked }), timestampKey] });
  const stampFor = ({ keys }: TrustInput, version: number, changes: Parameters<typeof certified>[1] = {}) =>
    certified('platform_timestamp', {
      fields: { keys: { version, sha256: sha256Hex(bytesIn(keys)) } },
      ...changes,
    }).bytes;
  const of = (name: string, expected: string, bytes: Uint8Array, changes: Partial<Input> = {}) => ({
    name,
    input: { timestamp: asVectorBytes(bytes), ...trust, now: readAt.toISOString(), ...changes },
    expected,
  });
  const after = (ms: number) => new Date(issuedAt.getTime() + ms).toISOString();
  const good = stampFor(trust, 1);
  return [
    of('names this key list', 'ok', good),
    of('names a newer key list, with a revocation', 'outdated_keys', stampFor(newer, 2)),
    of('the newer list beside its timestamp', 'ok', stampFor(newer, 2), newer),
    of('an older timestamp beside the newer list', 'outdated_keys', good, newer),
    of('other bytes under the version it names', 'outdated_keys', stampFor(trustWith({ x_more: true }), 1)),
    of('these bytes under another version', 'outdated_keys', stampFor(trust, 2)),
    of('an hour old', 'ok', good, { now: after(3_600_000) }),
    of('an hour and a millisecond old', 'stale', good, { now: after(3_600_001) }),
    of('five minutes ahead', 'ok', good, { now: after(-300_000) }),
    of('five minutes and a millisecond ahead', 'issued_in_future', good, { now: after(-300_001) }),
    of('older than one seen', 'rollback', good, { seen: { version: 3, sha256: '0'.repeat(64) } }),
    of('another under a version seen', 'equivocation', good, {
      seen: { version: 2, sha256: '0'.repeat(64) },
    }),
    of(
      'signed by the key for everything else',
      'wrong_key_purpose',
      stampFor(trust, 1, { options: { signer: testSigner('registry') } }),
    ),
    of(
      'signed by nobody listed',
      'unknown_key',
      stampFor(trust, 1, { options: { signer: testSigner('stranger') } }),
    ),
    of(
      'another object in its place',
      'wrong_kind',
      certified('platform_policy', { options: { objectKey: objectKey('platform_policy') } }).bytes,
    ),
    of('stale and naming another list', 'stale', stampFor(newer, 2), { now: after(3_600_001) }),
  ];
}
