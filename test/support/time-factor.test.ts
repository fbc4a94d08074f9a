import { expect, test } from 'vitest';
import { measuredTimeFactor, timeFactor, timeFactorVariable } from './time-factor.ts';

test.each([
  ['a quiet machine of the reference speed', 25, 0.5, 2, 1],
  ['a faster machine', 10, 0, 8, 1],
  ['a machine of a third of the speed', 75, 0, 2, 3],
  ['four busy processes on two cores', 40, 4, 2, 2],
  ['a machine that does nothing in time', 10_000, 90, 2, 6],
])('grows time limits with the load of the machine: %s', (_, workMs, load, cores, expected) => {
  expect(timeFactor(workMs, load, cores)).toBe(expected);
});

test('measures the machine once in a run and passes the factor on', () => {
  const environment: NodeJS.ProcessEnv = {};
  const first = measuredTimeFactor(environment);
  expect(first).toBeGreaterThanOrEqual(1);
  expect(environment[timeFactorVariable]).toBe(String(first));
  expect(measuredTimeFactor({ [timeFactorVariable]: '2.5' })).toBe(2.5);
});
