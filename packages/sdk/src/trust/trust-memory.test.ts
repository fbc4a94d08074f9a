import { describe, expect, test } from 'vitest';
import { CertifiedHome } from '../testing/certified-home.ts';
import { TrustMemory } from './trust-memory.ts';
import { checkFloor, VersionFloor } from './version-floor.ts';

const sha = (digit: string) => digit.repeat(64);
const key = 'agents/all/bo.json';

describe('the trust memory', () => {
  test('keeps the highest version in any order of reads', () => {
    const memory = new TrustMemory(undefined);
    memory.remember(key, { version: 5, sha256: sha('a') });
    memory.remember(key, { version: 4, sha256: sha('b') });
    expect(memory.seen(key)).toEqual({ version: 5, sha256: sha('a') });
  });

  test('two contents under one version are equivocation, also between two reads at a time', () => {
    const memory = new TrustMemory(undefined);
    memory.remember(key, { version: 5, sha256: sha('a') });
    expect(() => memory.remember(key, { version: 5, sha256: sha('b') })).toThrow(
      expect.objectContaining({ code: 'equivocation', objectKey: key }),
    );
  });

  test('a ledger’s head only moves on', () => {
    const memory = new TrustMemory(undefined);
    memory.rememberLedgerHead('t1', { sequence: 7, hash: sha('a') });
    memory.rememberLedgerHead('t1', { sequence: 6, hash: sha('b') });
    expect(memory.ledgerHead('t1')).toEqual({ sequence: 7, hash: sha('a') });
  });

  test('is bounded and forgets neither the platform’s own objects nor what was used last', () => {
    const memory = new TrustMemory(undefined);
    memory.remember('platform/keys.json', { version: 2, sha256: sha('a') });
    memory.remember(key, { version: 3, sha256: sha('a') });
    for (let index = 0; index < 30_000; index++) {
      memory.remember(`agents/all/a${index}.json`, { version: 1, sha256: sha('c') });
      if (index % 1000 === 0) memory.seen(key);
    }
    expect(memory.snapshot().seen.length).toBeLessThanOrEqual(20_001);
    expect(memory.seen('platform/keys.json')?.version).toBe(2);
    expect(memory.seen(key)?.version).toBe(3);
    memory.rememberAgent('ada');
    const restored = new TrustMemory(memory.snapshot());
    expect(restored.agentId).toBe('ada');
    expect(restored.seen(key)?.version).toBe(3);
    expect(restored.snapshot()).toEqual(memory.snapshot());
  });
});

describe('platform objects in the trust memory', () => {
  const rootSet = (version: number) => ({ ...new CertifiedHome().rootSet, version });

  test('never replaces the newest root set by an older one', () => {
    const memory = new TrustMemory(undefined);
    const newest = rootSet(3);
    for (const set of [rootSet(1), newest, rootSet(2), rootSet(3)]) memory.rememberRootSet(set);
    expect(memory.rootSet).toBe(newest);
  });

  test('saves only changes', () => {
    let told = 0;
    const memory = new TrustMemory(undefined, () => {
      told += 1;
    });
    const again = (remember: () => void) => {
      told = 0;
      remember();
      remember();
      return told;
    };
    expect(again(() => memory.remember(key, { version: 5, sha256: sha('a') }))).toBe(1);
    expect(again(() => memory.rememberAgent('ada'))).toBe(1);
    expect(again(() => memory.rememberRootSet(rootSet(1)))).toBe(1);
    expect(again(() => memory.rememberLedgerHead('t1', { sequence: 7, hash: sha('a') }))).toBe(1);
  });

  test('evicts ledgers by last use, also after a restart', () => {
    const memory = new TrustMemory(undefined);
    const head = (sequence: number) => ({ sequence, hash: sha('a') });
    for (const topicId of ['t1', 't2', 't3']) memory.rememberLedgerHead(topicId, head(1));
    expect(memory.snapshot().ledgers.map(([topicId]) => topicId)).toEqual(['t1', 't2', 't3']);
  });
});

describe('the floor that credential answers set', () => {
  test.each([
    ['an older copy', { version: 4, sha256: sha('b') }, 'rollback'],
    ['the same version with other bytes', { version: 5, sha256: sha('b') }, 'head_mismatch'],
    ['the copy it names', { version: 5, sha256: sha('a') }, undefined],
    ['a newer one', { version: 6, sha256: sha('c') }, undefined],
  ])('%s', (_, found, code) => {
    const floor = new VersionFloor();
    floor.raise({ [key]: { version: 5, sha256: sha('a') } });
    for (const version of [4, 5]) floor.raise({ [key]: { version, sha256: sha('b') } });
    const check = () => checkFloor(floor.at(key), found, key);
    if (code === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code }));
  });
});
