import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { runBatchLimits } from './batch-limits.ts';
import { nextBatch } from './next-batch.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const naming = (...values: string[]) =>
  JSON.stringify({ data: { list: values.map((value) => ({ $beside: sha256(value), form: 'json' })) } });

/** Returns the batches of all lines. */
function collectBatches(lines: readonly string[], values: readonly string[] = []) {
  const known = new Map(values.map((value) => [sha256(value), value]));
  const source = { value: (_: string, hash: string) => known.get(hash) };
  const batches = [];
  for (let left = lines; left.length > 0; ) {
    const batch = nextBatch({ runId: 'run_one', lines: left, isGuarded: false }, source);
    batches.push(batch);
    left = left.slice(batch.records.length);
  }
  return batches;
}
const sizeOf = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)), 0);

test('batches hold all lines in order, each within its limits', () => {
  const lines = Array.from({ length: 650 }, (_, index) => `${index} ${'"'.repeat((index % 13) * 1_000)}`);
  const batches = collectBatches(lines);
  expect(batches.flatMap(({ records }) => records)).toEqual(lines);
  for (const { records } of batches) {
    expect(records.length).toBeLessThanOrEqual(runBatchLimits.records);
    expect(sizeOf(records)).toBeLessThanOrEqual(runBatchLimits.bytes);
  }
  // A line above every limit is a batch of its own: the home refuses it with a reason.
  const long = 'x'.repeat(2 * runBatchLimits.bytes);
  expect(collectBatches(['a', long, 'b']).map(({ records }) => records)).toEqual([['a'], [long], ['b']]);
});

test('values travel with the first record that names them, unless they do not fit', () => {
  const inner = JSON.stringify({ deep: true });
  const outer = JSON.stringify({ $beside: sha256(inner), form: 'json' });
  const large = 'x'.repeat(runBatchLimits.valueBytes);
  const [half, other] = ['y', 'z'].map((letter) => letter.repeat(800_000));
  const values = [inner, outer, large, half ?? '', other ?? ''];
  const lines = [
    naming(outer),
    naming(outer, 'unknown'),
    naming(large),
    naming(half ?? ''),
    naming(other ?? ''),
  ];
  const batches = collectBatches(lines, values);
  expect(batches.flatMap(({ records }) => records)).toEqual(lines);
  expect(batches.flatMap((batch) => batch.values)).toEqual([outer, inner, half, other]);
  for (const { records, values: sent } of batches)
    expect(sizeOf([...records, ...sent])).toBeLessThanOrEqual(runBatchLimits.bytes);
  // A private value stays on its machine, and the values that it names.
  const sealed = JSON.stringify(['f'.repeat(64), { $beside: sha256(inner), form: 'json' }]);
  const secret = JSON.stringify({ data: { args: { $beside: sha256(sealed), bytes: 9, form: 'sealed' } } });
  expect(collectBatches([secret], [sealed, inner])).toEqual([{ records: [secret], values: [] }]);
  // Two values of one record that do not fit together: the first one is sent.
  const [both] = collectBatches([naming(half ?? '', other ?? '')], values);
  expect(both?.values).toEqual([half]);
});
