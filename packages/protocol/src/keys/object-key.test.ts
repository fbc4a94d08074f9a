import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idSchema } from '../schema/primitives.ts';
import { containerPrefix, ObjectKeyError, objectKey, parseObjectKey } from './object-key.ts';
import { type ObjectKind, objectKeyTable } from './object-key-table.ts';

const kinds = Object.keys(objectKeyTable) as ObjectKind[];
const makeKey = objectKey as (kind: ObjectKind, parts?: Record<string, unknown>) => string;

const namesOf = (kind: ObjectKind) =>
  [...objectKeyTable[kind].template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

const id = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,62}$/);
function partsOf(kind: ObjectKind): fc.Arbitrary<Record<string, string | number>> {
  const arbitraries = namesOf(kind).map((name): [string, fc.Arbitrary<string | number>] => {
    if (name === 'shard') return [name, fc.stringMatching(/^[0-9a-f]{1,4}$/)];
    if (name === 'sequence') return [name, fc.integer({ min: 0, max: 9_999_999_999 })];
    return [name, id];
  });
  return fc.record(Object.fromEntries(arbitraries));
}

/** Whether some text could be an instance of both segments. An oracle apart from the patterns under test. */
function segmentsMeet(a: string, b: string): boolean {
  const isWhole = (segment: string) => /^\{\w+\}$/.test(segment);
  const suffix = (segment: string) => segment.replace(/^\{\w+\}/, '');
  const variable = (segment: string) => segment.startsWith('{');
  if (!variable(a) && !variable(b)) return a === b;
  if (variable(a) && variable(b)) return isWhole(a) === isWhole(b) && suffix(a) === suffix(b);
  const [pattern, literal] = variable(a) ? [a, b] : [b, a];
  return (
    literal.endsWith(suffix(pattern)) &&
    !literal.slice(0, literal.length - suffix(pattern).length).includes('.')
  );
}

describe('object keys', () => {
  it.each(kinds)('of kind %s are read back to the parts they were made of', (kind) => {
    fc.assert(
      fc.property(partsOf(kind), (parts) => {
        expect(parseObjectKey(makeKey(kind, parts))).toEqual({ kind, parts });
      }),
    );
  });

  it('no key has two meanings', () => {
    const meeting: string[] = [];
    for (const [index, a] of kinds.entries()) {
      for (const b of kinds.slice(index + 1)) {
        const [left, right] = [a, b].map((kind) => objectKeyTable[kind].template.split('/'));
        if (!left || !right || left.length !== right.length) continue;
        if (left.every((segment, at) => segmentsMeet(segment, right[at] ?? '')))
          meeting.push(`${a} and ${b}`);
      }
    }
    expect(meeting).toEqual([]);
  });

  it('whatever text is taken for a key is made again from its parts, letter for letter', () => {
    const segment = fc.oneof(
      fc.constantFrom('topics', 'agents', 'all', 'ledger', 'state.json', '..', '', 't1'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
        const text = segments.join('/');
        const parsed = parseObjectKey(text);
        if (parsed) expect(makeKey(parsed.kind, parsed.parts)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

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
  it('an id that could widen a policy or leave its place is refused', () => {
    for (const bad of hostile) {
      expect([bad, idSchema.safeParse(bad).success]).toEqual([bad, false]);
      expect([bad, parseObjectKey(`topics/${bad}/manifest.json`)]).toEqual([bad, undefined]);
      for (const kind of kinds) {
        for (const name of namesOf(kind)) {
          const parts = Object.fromEntries(
            namesOf(kind).map((each) => [each, each === 'sequence' ? 1 : 'a1']),
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
    expect(() => makeKey('secrets' as ObjectKind, {})).toThrow(ObjectKeyError);
    expect(() => makeKey('toString' as ObjectKind, {})).toThrow(ObjectKeyError);
  });

  it('the prefix of a container ends with a slash, so that t1 does not open t10', () => {
    expect(containerPrefix.topic('t1')).toBe('topics/t1/');
    expect(containerPrefix.task('t1')).toBe('tasks/t1/');
    expect(containerPrefix.circle('c1')).toBe('circles/c1/');
    expect(() => containerPrefix.topic('*')).toThrow(ObjectKeyError);
  });

  it('every object has one documented key', () => {
    const agentOwned = kinds.filter((kind) => objectKeyTable[kind].owner === 'agent');
    expect(agentOwned.sort()).toEqual([
      'circle_join_approval',
      'circle_join_request',
      'heartbeat',
      'task_agent_index',
      'topic_message',
      'topic_request',
    ]);
    expect(objectKey('topic_message', { topic_id: 't1', agent_id: 'ada', message_id: '000001' })).toBe(
      'topics/t1/messages/ada/000001.json',
    );
    expect(objectKey('agent_card', { agent_id: 'ada' })).toBe('agents/all/ada.json');
    expect(objectKey('topic_ledger_entry', { topic_id: 't1', sequence: 12 })).toBe(
      'topics/t1/ledger/0000000012.json',
    );
  });
});
