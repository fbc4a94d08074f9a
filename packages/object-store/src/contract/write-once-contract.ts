import { describe, expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { PATIENCE, text, utf8 } from './contract-texts.ts';
import { expectError } from './expect-error.ts';

export function describeWritingOnce(subject: () => ContractSubject): void {
  describe('putIfAbsent', () => {
    itWritesOnce(subject);
    itKnowsItsOwnWrite(subject);
  });
}

function itWritesOnce(subject: () => ContractSubject): void {
  it('writes once and leaves what is there', async () => {
    const { store } = subject();
    const { etag } = await store.putIfAbsent('once/a', utf8('first'), { metadata: { by: 'one' } });
    await expectError(store.putIfAbsent('once/a', utf8('second')), 'already_exists');
    await expectError(store.putIfAbsent('once/a', utf8('first')), 'already_exists');
    const { bytes, info } = await store.get('once/a', PATIENCE);
    expect(text(bytes)).toBe('first');
    expect(info).toMatchObject({ etag, metadata: { by: 'one' } });
  });

  it('writes again after a delete', async () => {
    const { store } = subject();
    await store.putIfAbsent('once/again', utf8('1'));
    await store.delete('once/again');
    await store.putIfAbsent('once/again', utf8('2'));
    expect(text((await store.get('once/again', PATIENCE)).bytes)).toBe('2');
  });

  it.each([0, 1, 2])('lets exactly one of 20 racing writers win (race %i)', async (race) => {
    const { store } = subject();
    const key = `once/race-${race}`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, writer) => store.putIfAbsent(key, utf8(`writer ${writer}`))),
    );
    const winners = outcomes.flatMap(({ status }, writer) => (status === 'fulfilled' ? [writer] : []));
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toHaveProperty('code', 'already_exists');
    }
    expect(text((await store.get(key, PATIENCE)).bytes)).toBe(`writer ${winners[0]}`);
  });
}

function itKnowsItsOwnWrite(subject: () => ContractSubject): void {
  it('knows its own write when the answer was lost', async () => {
    const { store, proxied, proxy } = subject();
    proxy.next({ kind: 'lose-answer' });
    const { etag } = await proxied.putIfAbsent('once/lost', utf8('mine'), { metadata: { by: 'me' } });
    expect(proxy.requests).toBeGreaterThan(1);
    expect(await store.head('once/lost')).toMatchObject({ etag, metadata: { by: 'me' } });
  });

  it("does not take another's write of the same bytes for its own", async () => {
    const { store, proxied, proxy } = subject();
    await store.putIfAbsent('once/twin', utf8('same'));
    proxy.next({ kind: 'reset' });
    await expectError(proxied.putIfAbsent('once/twin', utf8('same')), 'already_exists');
  });

  it('says unavailable, not already_exists, when it cannot tell', async () => {
    const { store, proxied, proxy } = subject();
    const unreachable = { kind: 'reset' } as const;
    proxy.next({ kind: 'lose-answer' }, ...Array.from({ length: 20 }, () => unreachable));
    await expectError(proxied.putIfAbsent('once/unknown', utf8('mine')), 'unavailable');
    expect(text((await store.get('once/unknown', PATIENCE)).bytes)).toBe('mine');
  });
}
