import type { TrustAnswer } from '@agent-home/http-contract';
import { rootFingerprint, VerificationError } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { openedSession } from './testing/open-session.ts';
import { asOf, newestRootSet, trustAnswer } from './testing/published-home.ts';
import { SignedHome, signerNamed } from './testing/signed-home.ts';
import { establishTrust } from './trust.ts';

const now = new Date('2026-05-01T00:00:00.000Z');

function getCode(answer: TrustAnswer, memory: unknown, at = now): string {
  try {
    establishTrust(answer, memory, at);
    return 'trusted';
  } catch (error) {
    if (error instanceof VerificationError) return error.code;
    throw error;
  }
}

describe('the pinned root', () => {
  it('a first visit pins the root set', () => {
    const trust = establishTrust(trustAnswer(), undefined, asOf);
    expect(trust).toMatchObject({ isFirstUse: true, fingerprint: rootFingerprint(newestRootSet) });
    expect(trust.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    const again = establishTrust(trustAnswer(), structuredClone(trust.memory), asOf);
    expect(again).toMatchObject({ isFirstUse: false, fingerprint: trust.fingerprint });
  });

  it('an unrelated later root set is refused', async () => {
    const { memory } = establishTrust(new SignedHome('first', asOf).trust(), undefined, asOf);
    expect(getCode(trustAnswer(), memory, asOf)).toBe('untrusted_root');
    const page = openedSession('doorstep', { memory });
    await page.refresh();
    expect(page.alarms()).toEqual([
      expect.objectContaining({ code: 'untrusted_root', where: 'platform/keys.json' }),
    ]);
    expect(page.trust()).toBeUndefined();
    expect(page.proofs().map(({ checks }) => checks.certificate.code)).toEqual(
      page.entries().map(() => 'untrusted_root'),
    );
  });

  it('a root set that follows is pinned instead', () => {
    const home = new SignedHome('moving', now);
    const { memory } = establishTrust(home.trust(), undefined, now);
    const next = signerNamed('the next root');
    home.rootSets = [...home.rootSets, home.rootSet(2, [next], [home.root, next])];
    const moved = establishTrust(home.trust(2, next), memory, now);
    expect(moved.memory.root_set.version).toBe(2);
    expect(moved.fingerprint).toBe(rootFingerprint(home.newestRootSet));
    expect(getCode(home.trust(2, next), moved.memory)).toBe('trusted');
  });

  const usurper = signerNamed('a usurper');
  const takeovers: [what: string, sets: (home: SignedHome) => SignedHome['rootSets']][] = [
    ['signed by itself alone', (home) => [...home.rootSets, home.rootSet(2, [usurper], [usurper])]],
    ['signed by the one before alone', (home) => [...home.rootSets, home.rootSet(2, [usurper], [home.root])]],
    ['in place of the pinned one', (home) => [home.rootSet(1, [usurper], [usurper])]],
    ['that skips a number', (home) => [...home.rootSets, home.rootSet(3, [usurper], [home.root, usurper])]],
  ];
  it.each(takeovers)('a next root %s is refused', (_what, sets) => {
    const home = new SignedHome('moving', now);
    const { memory } = establishTrust(home.trust(), undefined, now);
    home.rootSets = sets(home);
    expect(getCode(home.trust(2, usurper), memory)).toBe('untrusted_root');
  });

  it('rejects roots of another chain for newcomers', () => {
    const home = new SignedHome('first', now);
    const { memory } = establishTrust(home.trust(), undefined, now);
    const answer = { ...home.trust(), root_set: new SignedHome('second', now).trust().root_set };
    expect(getCode(answer, memory)).toBe('untrusted_root');
  });

  it.each([null, {}, { root_set: {} }, 'damaged'])(
    'memory that is damaged (%j) is not forgotten',
    (memory) => {
      expect(getCode(new SignedHome('first', now).trust(), memory)).toBe('untrusted_root');
    },
  );

  it('an older key list than this browser saw is refused', () => {
    const home = new SignedHome('first', now);
    const { memory } = establishTrust(home.trust(2), undefined, now);
    expect(getCode(home.trust(1), memory)).toBe('rollback');
  });

  it('a timestamp that names another key list is refused', () => {
    const home = new SignedHome('first', now);
    const { timestamp } = home.trust(2);
    if (!timestamp) throw new Error('no timestamp');
    expect(getCode({ ...home.trust(1), timestamp }, undefined)).toBe('outdated_keys');
  });

  it('an outdated timestamp is reported, and the keys stay', () => {
    const home = new SignedHome('first', now);
    const later = new Date(now.getTime() + 2 * 3_600_000);
    expect(establishTrust(home.trust(), undefined, later).currentAt).toBeUndefined();
    expect(establishTrust(home.trust(), undefined, now).currentAt).toBe(now.toISOString());
  });
});
