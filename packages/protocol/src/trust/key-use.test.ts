import { describe, expect, it } from 'vitest';
import type { TrustedKeys } from '../cert/trusted-keys.ts';
import { VerificationError } from '../cert/verification-error.ts';
import { keyUse } from './key-use.ts';
import { retryDuringRotation } from './retry-during-rotation.ts';
import { withNewerKeys } from './with-newer-keys.ts';

const minute = 60_000;
const useAfter = (minutes: number, attemptedMinutesAgo = minutes, isOvertaken = false) =>
  keyUse({
    now: 100 * minute,
    timestampedAt: (100 - minutes) * minute,
    attemptedAt: (100 - attemptedMinutesAgo) * minute,
    isOvertaken,
  });

describe('a key list at hand', () => {
  it('is used, then refreshed, then void, by its timestamp', () => {
    expect([0, 39, 40, 59, 60].map((minutes) => useAfter(minutes))).toEqual([
      'use',
      'use',
      'try_newer',
      'try_newer',
      'need_newer',
    ]);
  });

  it('rests ten seconds after an attempt, unless it is void', () => {
    expect([0, 0.1, 0.2].map((ago) => useAfter(45, ago))).toEqual(['use', 'use', 'try_newer']);
    expect(useAfter(60, 0)).toBe('need_newer');
  });

  it('is refreshed early where the home names a newer one', () => {
    expect(useAfter(1, 1, true)).toBe('try_newer');
    expect(useAfter(1, 0, true)).toBe('use');
  });
});

describe('an object under an unknown key', () => {
  const toList = (version: number): TrustedKeys => ({ version }) as TrustedKeys;
  const failing = (code: 'unknown_key' | 'bad_signature') => (keys: TrustedKeys) => {
    if (keys.version === 1) throw new VerificationError(code, 'k', 'is refused');
    return keys.version;
  };

  it('is verified once more under a newer list', async () => {
    const newer = async () => toList(2);
    expect(await withNewerKeys(toList(1), failing('unknown_key'), newer)).toBe(2);
    expect(await withNewerKeys(toList(2), failing('unknown_key'), newer)).toBe(2);
  });

  it('is refused where there is none, and for any other fault', async () => {
    const asked: number[] = [];
    const newer = async () => {
      asked.push(1);
      return undefined;
    };
    const refused = (code: 'unknown_key' | 'bad_signature') => withNewerKeys(toList(1), failing(code), newer);
    await expect(refused('unknown_key')).rejects.toMatchObject({ code: 'unknown_key' });
    await expect(refused('bad_signature')).rejects.toMatchObject({ code: 'bad_signature' });
    expect(asked).toHaveLength(1);
  });
});

describe('a timestamp that names another list', () => {
  const readTwice = async (...results: ('outdated_keys' | 'stale' | 'read')[]) => {
    const waits: number[] = [];
    const read = async () => {
      const result = results.shift();
      if (result === 'outdated_keys' || result === 'stale')
        throw new VerificationError(result, 'k', 'is refused');
      return result;
    };
    const outcome = await retryDuringRotation(read, async (milliseconds) => {
      waits.push(milliseconds);
    }).catch(({ code }: VerificationError) => code);
    return [outcome, ...waits];
  };

  it('is read once more after half a second', async () => {
    expect(await readTwice('read')).toEqual(['read']);
    expect(await readTwice('outdated_keys', 'read')).toEqual(['read', 500]);
    expect(await readTwice('outdated_keys', 'outdated_keys')).toEqual(['outdated_keys', 500]);
    expect(await readTwice('stale')).toEqual(['stale']);
  });
});
