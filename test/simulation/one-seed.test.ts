import { expect, test } from 'vitest';
import { buildPrograms } from './home/build-programs.ts';
import { describeResult } from './report.ts';
import { runSeed } from './run-seed.ts';

const seed = Number(process.env.SEED ?? 4);

test('one seed of a whole home under faults leaves nothing lost and nothing doubled', {
  timeout: 180_000,
}, async ({ onTestFinished }) => {
  const programs = await buildPrograms();
  onTestFinished(programs.remove);
  const result = await runSeed({ seed, topics: 14, agents: 6, seconds: 4 }, programs);
  expect(result.findings, describeResult(result, { full: true })).toEqual([]);
  expect(result.figures).toMatchObject({ topics: expect.any(Number) });
  expect(result.figures['put in time']).toBeGreaterThan(5);
});
