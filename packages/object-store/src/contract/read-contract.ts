import { describe, expect, it } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { PATIENCE, text, utf8 } from './contract-texts.ts';
import { expectError } from './expect-error.ts';
import type { HarnessTraits } from './object-store-harness.ts';
import { itReadsWithinBounds, itTakesNothingElseForTheObject } from './read-bounds-contract.ts';
import { itTakesKeysLiterally } from './read-keys-contract.ts';
import { describeUnusualObjects } from './read-unusual-contract.ts';

export function describeReading(subject: () => ContractSubject, traits: HarnessTraits): void {
  describe('get', () => {
    itGivesWhatWasPut(subject);
    itTakesKeysLiterally(subject, traits);
    itSaysWhatIsNotThere(subject);
    itReadsWithinBounds(subject);
    itTakesNothingElseForTheObject(subject);
  });
  describeUnusualObjects(subject, traits);
  describeDeletingListed(subject, traits);
}

function itGivesWhatWasPut(subject: () => ContractSubject): void {
  it('gives the bytes that were put, and tells about them', async () => {
    const { store } = subject();
    const { etag } = await store.put('read/card.json', utf8('{"a":1}'), {
      contentType: 'application/json',
      metadata: { 'agent-id': 'a1', note: 'x = y; "z"' },
    });
    const { bytes, info } = await store.get('read/card.json', PATIENCE);
    expect(text(bytes)).toBe('{"a":1}');
    expect(info).toEqual({
      key: 'read/card.json',
      size: 7,
      etag,
      lastModified: expect.any(Date),
      contentType: 'application/json',
      contentEncoding: undefined,
      metadata: { 'agent-id': 'a1', note: 'x = y; "z"' },
      type: 'normal',
    });
    expect(etag).not.toContain('"');
    expect(await store.head('read/card.json')).toEqual(info);
  });
}

function itSaysWhatIsNotThere(subject: () => ContractSubject): void {
  it('answers not_found for what is not there', async () => {
    const { store } = subject();
    await expectError(store.get('read/nothing', PATIENCE), 'not_found');
    await expectError(store.head('read/nothing'), 'not_found');
  });
}

function describeDeletingListed(
  subject: () => ContractSubject,
  { unusual, listedKeys }: HarnessTraits,
): void {
  describe('deleteListed', () => {
    it('a deletion hits exactly its key, for any key', async () => {
      const { store, raw } = subject();
      const near = ['odd/a', 'odd/x', 'x', 'odd/ax', 'odd/a%00x', 'odd/a%01x'];
      for (const other of near) await store.put(other, utf8('stays'));
      const keys = async () => (await store.list('')).objects.map((object) => object.key);
      for (const key of listedKeys) {
        await raw.plain(key, utf8('odd'));
        expect(await keys()).toContain(key);
        await store.deleteListed(key, { timeoutMs: 15_000 });
        const left = await keys();
        expect(left).not.toContain(key);
        expect(left).toEqual(expect.arrayContaining(near));
      }
    });
  });

  describe('head', () => {
    it.each(unusual.filter((kind) => kind !== 'dangling' && kind !== 'archived'))(
      'tells %s from a plain object',
      async (kind) => {
        const { store, raw } = subject();
        await raw.unusual(kind, `head/${kind}`);
        expect((await store.head(`head/${kind}`)).type).toBe(kind);
      },
    );
  });
}
