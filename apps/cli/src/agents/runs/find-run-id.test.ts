import { expect, test } from 'vitest';
import { matchRun, prefixLength } from './find-run-id.ts';

const runs = ['run_0mwznjyafef89', 'run_0mwznjyag0000', 'run_0mwznaaaa1111'].map((runId) => ({
  runId,
  agent: 'ada',
}));

test('a run is found by any unique beginning of its id', () => {
  expect(matchRun('run_0mwzna', runs)).toBe('run_0mwznaaaa1111');
  expect(matchRun('0mwznjyag', runs)).toBe('run_0mwznjyag0000');
  expect(matchRun('run_0mwznjyafef89', runs)).toBe('run_0mwznjyafef89');
  expect(matchRun('run_9', runs)).toBe('run_9');
  expect(() => matchRun('0mwznjya', runs)).toThrow(expect.objectContaining({ code: 'ambiguous_run' }));
});

test('a run is found by its number and as the latest', () => {
  expect(['1', '3', 'latest'].map((named) => matchRun(named, runs))).toEqual([
    'run_0mwznaaaa1111',
    'run_0mwznjyafef89',
    'run_0mwznjyafef89',
  ]);
  expect(['4', ''].map((named) => matchRun(named, runs))).toEqual(['4', '']);
  expect(() => matchRun('latest', [])).toThrow(expect.objectContaining({ code: 'no_runs' }));
});

test('ids are listed as far as they differ', () => {
  expect(prefixLength(runs.map(({ runId }) => runId))).toBe(13);
  expect(prefixLength(['run_0mwznjyafef89', 'run_0mwznjyafef8a'])).toBe(17);
  expect(prefixLength([])).toBe(13);
});
