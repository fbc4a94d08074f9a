import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectNames, kinds, makeKey } from '../testing/object-key-support.ts';
import { containerPrefix, ObjectKeyError, objectKey, parseObjectKey } from './object-key.ts';
import { type ObjectKind, objectKeyTable } from './object-key-table.ts';

const id = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,62}$/);
function collectParts(kind: ObjectKind): fc.Arbitrary<Record<string, string | number>> {
  const arbitraries = collectNames(kind).map((name): [string, fc.Arbitrary<string | number>] => {
    if (name === 'shard') return [name, fc.stringMatching(/^[0-9a-f]{1,4}$/)];
    if (name === 'sequence') return [name, fc.integer({ min: 0, max: 9_999_999_999 })];
    return [name, id];
  });
  return fc.record(Object.fromEntries(arbitraries));
}

/**
 * Returns true if some text could be an instance of both segments. An oracle independent of the patterns under
 * test.
 */
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
  it.each(kinds)('parses keys of %s back to their parts', (kind) => {
    fc.assert(
      fc.property(collectParts(kind), (parts) => {
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

  it('a parsed key is rebuilt letter for letter', () => {
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

  it('a container’s prefix ends with a slash, so t1 excludes t10', () => {
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
