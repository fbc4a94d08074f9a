import { describe, expect, test } from 'vitest';
import { TrustMemory } from './trust-memory.ts';
import { checkFloor, VersionFloor } from './version-floor.ts';

const sha = (digit: string) => digit.repeat(64);
const key = 'agents/all/bo.json';

describe('the trust memory', () => {
  test('keeps the highest version, whatever order reads end in', () => {
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
    const restored = new TrustMemory(memory.snapshot());
    expect(restored.seen(key)?.version).toBe(3);
    expect(restored.snapshot()).toEqual(memory.snapshot());
  });
});

describe('the floor that credential answers set', () => {
  const floor = new VersionFloor();
  floor.raise({ [key]: { version: 5, sha256: sha('a') } });
  floor.raise({ [key]: { version: 4, sha256: sha('b') } });

  test.each([
    ['an older copy', { version: 4, sha256: sha('b') }, 'rollback'],
    ['the same version with other bytes', { version: 5, sha256: sha('b') }, 'head_mismatch'],
    ['the copy it names', { version: 5, sha256: sha('a') }, undefined],
    ['a newer one', { version: 6, sha256: sha('c') }, undefined],
  ])('%s', (_, found, code) => {
    const check = () => checkFloor(floor.at(key), found, key);
    if (code === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code }));
  });
});
