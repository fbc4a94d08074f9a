import { describe, expect, it } from 'vitest';
import { idSchema } from '../schema/primitives.ts';
import { collectNames, kinds, makeKey } from '../testing/object-key-support.ts';
import { ObjectKeyError, parseObjectKey } from './object-key.ts';
import type { ObjectKind } from './object-key-table.ts';

describe('object keys', () => {
  const hostile = [
    '',
    '*',
    '?',
    '..',
    '.',
    'a/b',
    'a/../b',
    '/a',
    'a/',
    'a.json',
    'A',
    'ä',
    'a b',
    'a\n',
    'a\u0000',
    'a*',
    'a?',
    '$a',
    '$' + '{aws:x}',
    'a%2fb',
    '-a',
    '_a',
    'a'.repeat(64),
    'а',
    '\ud800',
  ];
  it('an id unsafe for policies or keys is refused', () => {
    for (const bad of hostile) {
      expect([bad, idSchema.safeParse(bad).success]).toEqual([bad, false]);
      expect([bad, parseObjectKey(`topics/${bad}/manifest.json`)]).toEqual([bad, undefined]);
      for (const kind of kinds) {
        for (const name of collectNames(kind)) {
          const parts = Object.fromEntries(
            collectNames(kind).map((each) => [each, each === 'sequence' ? 1 : 'a1']),
          );
          expect(() => makeKey(kind, { ...parts, [name]: bad }), `${kind} ${name} ${bad}`).toThrow(
            ObjectKeyError,
          );
        }
      }
    }
  });

  it.each([undefined, null, 7, ['a'], true])('a part of another type is refused: %j', (bad) => {
    expect(() => makeKey('topic_manifest', { topic_id: bad })).toThrow(ObjectKeyError);
  });

  it.each([-1, 1.5, 1e10, Number.NaN, '1', undefined])(
    'a sequence is a whole number of ten digits: %j',
    (bad) => {
      expect(() => makeKey('topic_ledger_entry', { topic_id: 't1', sequence: bad })).toThrow(ObjectKeyError);
    },
  );

  it.each([
    'topics/t1/ledger/1.json',
    'topics/t1/ledger/00000000001.json',
    'topics/t1/manifest.json/',
    '/topics/t1/manifest.json',
    'topics/t1/manifestxjson',
    'topics/t1/manifest.json\n',
    'agents/heartbeats/g/ada.last',
    'agents/heartbeats/A/ada.last',
    'agents/heartbeats/00000/ada.last',
    'Topics/t1/manifest.json',
  ])('%j is no key', (key) => {
    expect(parseObjectKey(key)).toBeUndefined();
  });

  it('an unknown kind has no key', () => {
    expect(() => makeKey('secrets' as ObjectKind, {})).toThrow(
      expect.objectContaining({ name: 'ObjectKeyError', code: 'invalid_key_part' }),
    );
    expect(() => makeKey('toString' as ObjectKind, {})).toThrow(ObjectKeyError);
  });
});
