import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullest, smallest } from './testing/documents.ts';
import { byFile, byTypes, type ContractName, contractNames, readSchema } from './testing/judges.ts';

/** Values inside and outside of the contracts' limits. */
const values = [
  ...[
    null,
    true,
    false,
    [],
    {},
    '',
    'a',
    'ab',
    'ab0',
    '😀',
    '😀😀',
    'Abc',
    'a_b',
    'a-b',
    'x'.repeat(63),
    'x'.repeat(64),
  ],
  ...['1.0.0', 'v1.2.3-rc.1', '1.0', '1.0.0-', '1.0.0-RC', 'agent.platform/v1', 'agent.platform/v2', '*'],
  ...[
    '2026-11-23T15:00:00Z',
    '2026-02-29T15:00:00Z',
    '2024-02-29t15:00:00.5+08:00',
    '2026-11-23',
    '2026-11-23T24:00:00Z',
  ],
  ...['2016-12-31T23:59:60Z', '2017-01-01T08:59:60+09:00', '2017-01-01T07:59:60Z', '2026-11-23T15:00:00'],
  ...[
    'tool_call',
    'tool_result',
    'run_end',
    'human_review',
    'ok',
    'error',
    'canceled',
    'cancelled',
    'deny',
    'verbose',
  ],
  ...[-1, 0, 1, 10, 11, 99, 100, 255, 256, 256.5, 256.0, 1e300, 0.5, -0.5],
  ...[['a'], ['abc'], ['abc', 1], { a: 1 }, { a: 'b' }, { selector: 'native' }, { enabled: true }],
  ...[
    { tool: 't', input: {} },
    { tool: 't', output: {}, status: 'ok' },
    { tool: 't', input: {}, attempt: 0 },
  ],
];
const names =
  'tool input output status error attempt extra kind labels tokens cost burst rps agent x-own rules'.split(
    ' ',
  );

/** A document with some members removed, replaced or added. */
const changed = (base: Record<string, unknown>) =>
  fc
    .array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('remove', 'replace', 'add'),
        fc.constantFrom(...values),
        fc.constantFrom(...names),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((changes) => {
      const document = structuredClone(base);
      for (const [at, how, value, name] of changes) {
        const places = placesIn(document);
        const [parent, key] = places[at % places.length] ?? [document, 'kind'];
        if (Array.isArray(parent))
          parent.splice(Number(key), 1, ...(how === 'remove' ? [] : [structuredClone(value)]));
        else if (how === 'remove') delete parent[key];
        else if (how === 'replace') parent[key] = structuredClone(value);
        else parent[name] = structuredClone(value);
      }
      return document;
    });

function placesIn(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [
    [holder, key] as [Record<string, unknown>, string],
    ...placesIn(holder[key]),
  ]);
}

describe('the five contracts', () => {
  it('types accept and complete documents like schema files', () => {
    expect(contractNames).toHaveLength(5);
    for (const name of contractNames)
      for (const document of [smallest[name], fullest[name]]) {
        expect(byTypes(name, document)).toBeDefined();
        expect(byTypes(name, document)).toEqual(byFile(name, document));
      }
  });

  it('schema files and types agree on random documents', () => {
    for (const name of contractNames) {
      const verdicts = { taken: 0, refused: 0 };
      fc.assert(
        fc.property(fc.constantFrom(smallest[name], fullest[name]).chain(changed), (document) => {
          const expected = byFile(name, document);
          expect(byTypes(name, document)).toEqual(expected);
          verdicts[expected === undefined ? 'refused' : 'taken'] += 1;
        }),
        { numRuns: 2_000 },
      );
      // 109 to 276 of 2,000 stay valid; 40 is more than six standard deviations below the rarest.
      expect(verdicts.taken).toBeGreaterThan(40);
      expect(verdicts.refused).toBeGreaterThan(1_000);
    }
  });

  it('each schema file is draft 2020-12 with an address', () => {
    for (const name of contractNames)
      expect(readSchema(name)).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `https://agent.platform/schemas/${name}.schema.json`,
        type: 'object',
        additionalProperties: false,
      });
  });
});

/** Documents that the requirements name as rejected, member by member. */
const refused: [ContractName, string, (document: ReturnType<typeof open>) => void][] = [
  ['agent', 'a version without three numbers', (d) => d.metadata.set('version', '1.0')],
  ['agent', 'a name of two characters', (d) => d.metadata.set('name', 'ab')],
  ['agent', 'upper case in a name', (d) => d.metadata.set('name', 'Sample')],
  ['agent', 'an underscore in a name', (d) => d.metadata.set('name', 'sample_agent')],
  ['agent', 'an owner of one character', (d) => d.metadata.set('owner', 'a')],
  ['agent', 'an owner of one character outside the basic plane', (d) => d.metadata.set('owner', '😀')],
  ['agent', 'maxTokens 255', (d) => d.spec.set('limits', { maxTokens: 255 })],
  ['agent', 'timeoutMs 99', (d) => d.spec.set('limits', { timeoutMs: 99 })],
  ['agent', 'an empty promptRef', (d) => d.spec.set('promptRef', '')],
  ['agent', 'no tools', (d) => d.spec.delete('tools')],
  ['agent', 'a member that nobody knows', (d) => d.spec.set('toolz', [])],
  ['tool', 'retry 11', (d) => d.spec.set('retry', 11)],
  ['tool', 'no outputsSchema', (d) => d.spec.delete('outputsSchema')],
  ['policy', 'an empty list of rules', (d) => d.spec.set('rules', [])],
  ['policy', 'labels', (d) => d.metadata.set('labels', {})],
  ['run-event', 'a member more at the top', (d) => d.top.set('extra', {})],
  [
    'run-event',
    'a tool_call without input',
    (d) => d.top.set('eventType', 'tool_call').set('payload', { tool: 't' }),
  ],
  [
    'run-event',
    'a tool_result of another status',
    (d) => d.top.set('eventType', 'tool_result').set('payload', { tool: 't', output: {}, status: 'fine' }),
  ],
  ['run-event', 'a run id of five characters', (d) => d.top.set('runId', 'run-1')],
  ['trace-span', 'metrics.tokens', (d) => d.top.set('metrics', { tokens: 1 })],
  ['trace-span', 'a negative cost', (d) => d.top.set('metrics', { cost: -1 })],
  ['trace-span', 'no endTime', (d) => d.top.delete('endTime')],
];

function open(document: Record<string, unknown>) {
  const at = (name?: string) => {
    const holder = (name === undefined ? document : (document[name] ?? {})) as Record<string, unknown>;
    const members = {
      set(key: string, value: unknown) {
        holder[key] = value;
        return members;
      },
      delete: (key: string) => delete holder[key],
    };
    return members;
  };
  return { top: at(), metadata: at('metadata'), spec: at('spec') };
}

describe('documents that the contracts refuse', () => {
  it('file and types refuse forbidden documents', () => {
    for (const [name, what, change] of refused) {
      const document = structuredClone(smallest[name]);
      change(open(document));
      expect([what, byFile(name, document), byTypes(name, document)]).toEqual([what, undefined, undefined]);
    }
  });
});
