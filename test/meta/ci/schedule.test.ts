import { expect, test } from 'vitest';
import { checkSchedule, runSchedule, type ScheduleError } from '../../../infra/ci/schedule.ts';
import { steps } from '../../../infra/ci/steps.ts';

const step = (name: string, lane: string, ...needs: string[]) => ({ name, lane, needs });

async function played(list: ReturnType<typeof step>[], failing: string[] = []) {
  const events: string[] = [];
  const outcomes = await runSchedule(
    list,
    async ({ name }) => {
      events.push(`+${name}`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`-${name}`);
      return { passed: !failing.includes(name) };
    },
    ({ name }, need) => {
      events.push(`${name} without ${need}`);
      return { passed: false };
    },
  );
  return { events, outcomes };
}

test('steps of a lane run in order and lanes in parallel', async () => {
  const { events, outcomes } = await played([step('a', '1'), step('b', '1'), step('c', '2')]);
  expect(events.indexOf('-a')).toBeLessThan(events.indexOf('+b'));
  expect(events.indexOf('+c')).toBeLessThan(events.indexOf('-a'));
  expect([...outcomes.keys()]).toEqual(['a', 'b', 'c']);
});

test('a step waits for its needs and does not run after a failed one', async () => {
  const list = [step('install', '1'), step('use', '2', 'install'), step('other', '2')];
  const { events } = await played(list);
  expect(events.indexOf('-install')).toBeLessThan(events.indexOf('+use'));
  const { events: failed, outcomes } = await played(list, ['install']);
  expect(failed).toContain('use without install');
  expect(failed).toContain('+other');
  expect(outcomes.get('use')).toEqual({ passed: false });
});

test('a step that comes after another runs even if that one fails', async () => {
  const list = [step('containers', '1'), { ...step('browser', '2'), after: ['containers'] }];
  const { events } = await played(list, ['containers']);
  expect(events).toEqual(['+containers', '-containers', '+browser', '-browser']);
});

test.each([
  [[step('a', '1'), step('a', '2')], 'duplicate_name'],
  [[step('a', '1', 'b')], 'unknown_need'],
  [[step('a', '1', 'b'), step('b', '1')], 'need_after_step'],
])('refuses a table that could not run: %#', (list, code) => {
  let found: string | undefined;
  try {
    checkSchedule(list);
  } catch (error) {
    found = (error as ScheduleError).code;
  }
  expect(found).toBe(code);
});

test('the table of CI can run within its limits', () => {
  expect(() => checkSchedule(steps)).not.toThrow();
  for (const { name, limit, nightly } of steps) if (!nightly) expect(limit, name).toBeLessThanOrEqual(1_800);
});
