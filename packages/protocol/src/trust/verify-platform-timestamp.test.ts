import { describe, expect, it } from 'vitest';
import { certified } from '../testing/certified-objects.ts';
import { getCode } from '../testing/expect-code.ts';
import { issuedAt, keysBytes, listedKey, readAt, trust, trustIn } from '../testing/home.ts';
import { verifyPlatformTimestamp } from './verify-platform-timestamp.ts';

const timestamp = certified('platform_timestamp');

const codeFor = (changes: Partial<Parameters<typeof verifyPlatformTimestamp>[0]> = {}) =>
  getCode(() =>
    verifyPlatformTimestamp({ bytes: timestamp.bytes, trust, now: readAt, seen: undefined, ...changes }),
  );

describe('the timestamp', () => {
  it('confirms the key list it names', () => {
    expect(codeFor()).toBe('accepted');
  });

  it('an old key list with a fresh timestamp is refused', () => {
    const revoked = { reason: 'compromised', at: issuedAt.toISOString() };
    const timestampKey = listedKey('timestamp', { purpose: 'timestamp' });
    const newer = trustIn(
      keysBytes({ version: 2, keys: [listedKey('registry', { revoked }), timestampKey] }),
    );
    const fields = { keys: { version: newer.version, sha256: newer.sha256 } };
    const fresh = certified('platform_timestamp', { fields, options: { version: 3 } });
    expect(codeFor({ bytes: fresh.bytes, trust: newer })).toBe('accepted');
    expect(codeFor({ bytes: fresh.bytes })).toBe('outdated_keys');
  });

  it('does not confirm other bytes under the version it names', () => {
    expect(codeFor({ trust: trustIn(keysBytes({ x_more: true })) })).toBe('outdated_keys');
  });

  it('does not confirm its bytes under another version', () => {
    expect(codeFor({ trust: { ...trust, version: trust.version + 1 } })).toBe('outdated_keys');
  });

  it('is refused when it is stale, or older than one seen before', () => {
    expect(codeFor({ now: new Date(issuedAt.getTime() + 3_600_001) })).toBe('stale');
    expect(codeFor({ seen: { version: 3, sha256: '0'.repeat(64) } })).toBe('rollback');
  });
});
