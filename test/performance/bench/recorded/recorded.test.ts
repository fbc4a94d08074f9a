import { describe, expect, it } from 'vitest';
import { type Bench, type BenchSample, getResult } from '../measure.ts';
import { recordProblems } from './check-record.ts';
import { documentTables, historyTable, withTables } from './document-tables.ts';
import { requireRecordable } from './record-file.ts';
import { type EarlierFigures, type RunRecord, recordSchema } from './record-schema.ts';

const handoff = { name: 'runtime_handoff', unit: 'ms (p95)', floorName: 'peer', target: { atMost: 1 } };

function sampled(bench: Pick<Bench, 'name' | 'unit' | 'floorName' | 'target'>, samples: BenchSample[]) {
  return getResult(bench, samples, 2);
}

function run(day: string, results: ReturnType<typeof sampled>[]): RunRecord {
  const machine = { processors: 2, processor: 'AMD EPYC', memory_bytes: 24 * 2 ** 30 };
  return recordSchema.parse({
    measured_at: `${day}T10:00:00.000Z`,
    commit: 'abc12345',
    machine,
    short: false,
    results,
  });
}

const quiet = sampled(handoff, [
  { value: 1, floor: 2 },
  { value: 3, floor: 4 },
]);
const busy = sampled(handoff, [
  { value: 1, floor: 100, busy: true },
  { value: 1, floor: 100 },
]);
const earlier: EarlierFigures = {
  figures: {
    runtime_handoff: { measured: '1.69 ms', ratio: '1.07', date: '2026-11-26', load: 'load 10 to 11' },
  },
  history: [
    {
      date: '2026-11-24',
      commit: 'old',
      machine: 'one',
      bench: 'put_to_state',
      ratio: '2.13',
      cpu_ratio: '4.98',
      commits: '11.53',
      log_syncs: 'not counted',
      statements: '28.35',
      store_requests: '3.00',
    },
  ],
};
const toRow = (table: string | undefined, name: string) =>
  table?.split('\n').filter((line) => line.includes(`\`${name}\``));

describe('the history of benches', () => {
  it('a recorded run keeps the older rows', () => {
    const [first, second] = [run('2026-11-27', [quiet]), run('2026-11-28', [busy])];
    const [none, one, both] = [[], [first], [first, second]].map((runs) =>
      historyTable(runs, earlier).trim().split('\n'),
    );
    expect(none).toHaveLength(2);
    expect(one).toEqual([
      ...(none ?? []),
      '2026-11-27,abc12345,"2 × AMD EPYC, 24 GiB",runtime_handoff,0.63 (0.50–0.75),met,,,,,',
    ]);
    expect(both?.slice(0, -1)).toEqual(one);
    expect(both?.at(-1)).toContain(',busy,');
  });
});

describe('a table of the document', () => {
  it('quotes earlier figures as busy, with their load', () => {
    expect(toRow(documentTables([], earlier).get('teams'), 'runtime_handoff')).toEqual([
      expect.stringMatching(/\| 1\.69 ms \| 1\.07 \| busy: load 10 to 11 \| 2026-11-26 \|$/),
    ]);
  });

  it('quotes the newest quiet run and no busy one after it', () => {
    const tables = documentTables([run('2026-11-27', [quiet]), run('2026-11-28', [busy])], earlier);
    expect(toRow(tables.get('teams'), 'runtime_handoff')).toEqual([
      expect.stringMatching(
        /\| 2\.00 \(1\.00–3\.00\) ms \(p95\), floor 3\.00 \(2\.00–4\.00\) \| 0\.63 \(0\.50–0\.75\) \| met \| 2026-11-27 \|$/,
      ),
    ]);
    expect(toRow(tables.get('quiet'), 'runtime_handoff')).toHaveLength(1);
  });

  it('stands between its markers, and the rest stays', () => {
    const document = 'a\n<!-- recorded x: begin -->\nold\n<!-- recorded x: end -->\nb\n';
    const once = withTables(document, new Map([['x', 'new']]));
    expect(once).toBe('a\n<!-- recorded x: begin -->\nnew\n<!-- recorded x: end -->\nb\n');
    expect(withTables(once, new Map([['x', 'new']]))).toBe(once);
    expect(() => withTables('a', new Map([['x', 'new']]))).toThrow(/has no lines/);
  });
});

describe('a record', () => {
  it('has no problem if its verdicts follow from its samples', () => {
    expect(recordProblems(run('2026-11-27', [quiet, busy]))).toEqual([]);
  });

  it('documents refuse a record that calls a busy row met', () => {
    expect(recordProblems(run('2026-11-27', [{ ...busy, verdict: 'met' }]))).toEqual([
      'runtime_handoff is recorded as met, its samples say busy (1 of 2 quiet)',
    ]);
  });

  it.each<[string, Partial<RunRecord>, RegExp]>([
    ['a short run', { short: true }, /--short/],
    ['uncommitted sources', { commit: 'abc12345-dirty' }, /commit the changes/],
    ['an unknown commit', { commit: 'unknown' }, /its commit is unknown/],
    ['a changed median', { results: [{ ...quiet, ratio: 0.4 }] }, /medians/],
    ['a missed row called met', { results: [{ ...quiet, target: { atMost: 0.1 } }] }, /say missed/],
  ])('is refused with %s', (_, changes, problem) => {
    expect(recordProblems({ ...run('2026-11-27', [quiet]), ...changes })).toEqual([
      expect.stringMatching(problem),
    ]);
  });

  it('is refused before anything is measured', () => {
    const kind = { measuredAt: new Date(0), commit: 'abc12345', short: false };
    expect(() => requireRecordable(kind)).not.toThrow();
    expect(() => requireRecordable({ ...kind, short: true })).toThrow('cannot record this run');
  });
});
