import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownValues } from './known-values.ts';
import { LayeredMap } from './layered-map.ts';

const names = fc.constantFrom('a', 'b', 'A', 'ä', '10', '9', '', 'a-b', '\u{1f600}', '\uffff', ...many());

/** Names that only the output of the node itself may use. */
const nodes = new Set(['a', 'A', '10', 'node-3', 'node-7']);

function many(): string[] {
  return Array.from({ length: 80 }, (_, index) => `node-${index}`);
}

test('carried values equal freshly written ones', () => {
  const output = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.dictionary(names, fc.oneof(fc.constant(null), fc.string({ unit: 'grapheme' }), fc.boolean())),
  );
  const steps = fc.array(fc.record({ node: names, output: fc.option(output, { nil: undefined }) }));
  fc.assert(
    fc.property(steps, steps, (before, all) => {
      let naive: JsonObject = {};
      const begun = new Set(before.map(({ node }) => node));
      for (const step of before) naive = given(naive, step);
      let known = KnownValues.of(naive, begun);
      for (const step of all) {
        begun.add(step.node);
        known = known.withBegun(step.node);
        if (step.output !== undefined) known = known.withOutput(step.node, step.output, nodes);
        naive = given(naive, step);
        const told = Object.fromEntries(Object.entries(naive).filter(([name]) => begun.has(name)));
        expect(known.givenText()).toBe(Object.keys(told).length === 0 ? undefined : canonicalJson(told));
        expect(known.length).toBe(canonicalJson(naive).length);
      }
      expect(known.toObject()).toEqual(naive);
    }),
    { numRuns: 300 },
  );
});

function given(
  values: JsonObject,
  { node, output }: { node: string; output: JsonObject | string | undefined },
): JsonObject {
  if (output === undefined) return values;
  const members = Object.entries(typeof output === 'object' ? output : {}).filter(
    ([name]) => !nodes.has(name),
  );
  return { ...values, ...Object.fromEntries(members), [node]: output };
}

test('a layered map equals its map and keeps earlier ones', () => {
  const changes = fc.array(fc.tuple(names, fc.nat()), { minLength: 60, maxLength: 200 });
  fc.assert(
    fc.property(changes, (all) => {
      const plain = new Map<string, number>();
      let layered = LayeredMap.of<number>();
      for (const [key, value] of all) {
        const before = [...layered];
        const next = layered.with(key, value);
        expect([...layered]).toEqual(before);
        plain.set(key, value);
        layered = next;
        expect([layered.get(key), layered.has(key), layered.size]).toEqual([value, true, plain.size]);
      }
      expect([...layered]).toEqual([...plain]);
      expect([layered.get('nobody'), layered.has('nobody')]).toEqual([undefined, false]);
    }),
    { numRuns: 50 },
  );
});
