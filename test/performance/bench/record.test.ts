import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noCosts, perOperation } from './costs/costs.ts';
import { recorded, rowsOf } from './record.ts';

const place = { date: '2026-11-24', commit: 'abc1234', machine: '2 × processor, 16 GiB' };
const document = readFileSync(new URL('../../../docs/performance.md', import.meta.url), 'utf8');

describe('the history of benches', () => {
  it('a recorded run adds its rows and keeps the older ones', () => {
    const value = perOperation({
      ...noCosts(),
      ...{
        operations: 10,
        commits: 20,
        syncs: { count: 5, operations: 5 },
        statements: 55,
        storeRequests: { AssumeRole: 10 },
      },
    });
    const costs = { value, floor: perOperation({ ...noCosts(), operations: 10 }), cpu_ratio: 2.5 };
    const result = { name: 'one', value: 1, unit: 'a/s', floor: { name: 'floor', value: 2 }, samples: [] };
    const rows = rowsOf([{ ...result, ratio: 0.5, costs }], place);
    const once = recorded(document, rows);
    const twice = recorded(once, rows);
    expect(rows).toEqual([
      '| 2026-11-24 | abc1234 | 2 × processor, 16 GiB | `one` | 0.50 | 2.50 | 2.00 | 1.00 | 5.50 | 1.00 |',
    ]);
    const kept = document.split('\n');
    expect(twice.split('\n').filter((line) => !rows.includes(line))).toEqual(kept);
    expect(twice.split('\n').filter((line) => rows.includes(line))).toHaveLength(2);
  });
});
