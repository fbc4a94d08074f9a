import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishStep, runStep } from '../../../infra/ci/run-step.ts';
import type { Step } from '../../../infra/ci/steps.ts';
import { eventually } from '../../support/eventually.ts';

const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url));
const sound = "import { test } from 'vitest';\ntest('holds', () => {});\n";
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-home-planted-'));
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'vitest.config.mjs'), 'export default { test: { globals: true } };');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a step of CI over one test file, next to one that passes. */
async function stepWith(text: string, limit = 60) {
  const place = (body: string) => body.replace("import { test } from 'vitest';\n", '');
  await writeFile(join(folder, 'planted.test.mjs'), place(text));
  await writeFile(join(folder, 'sound.test.mjs'), place(sound));
  const step: Step = {
    name: 'planted',
    lane: 'first',
    command: [process.execPath, vitest, 'run', '--testTimeout', '1500'],
    limit,
    report: 'vitest',
  };
  const again = (file: string) => [process.execPath, vitest, 'run', file];
  const surroundings = { root: folder, folder, nightly: false, busyLanes: () => 1, again };
  return finishStep(await runStep(step, surroundings), surroundings);
}

test('a failing test is run again and fails the step by its name', { timeout: 120_000 }, async () => {
  const { passed, row, flaky } = await stepWith("test('breaks', () => { expect(1).toBe(2); });");
  expect([passed, row.result, flaky]).toEqual([false, 'FAILED', []]);
  expect(row.reason).toContain('planted.test.mjs');
  expect(row.tests).toEqual({ passed: 1, failed: 1 });
});

test('a test that fails once is flaky and does not fail the step', { timeout: 120_000 }, async () => {
  const once = `import { existsSync, writeFileSync } from 'node:fs';
    test('fails once', () => {
      const isFirst = !existsSync('${folder}/ran');
      writeFileSync('${folder}/ran', '');
      if (isFirst) throw new Error('too early');
    });`;
  const { passed, row, flaky } = await stepWith(once);
  expect([passed, row.result, row.tests]).toEqual([true, 'flaky', { passed: 2, failed: 0 }]);
  expect(flaky).toMatchObject([
    { file: 'planted.test.mjs', test: 'fails once', message: 'Error: too early' },
  ]);
});

test('a skipped test fails the step', { timeout: 120_000 }, async () => {
  const { passed, row } = await stepWith("test.skip('rests', () => {});");
  expect([passed, row.reason]).toEqual([false, '1 skipped: planted.test.mjs: rests']);
});

test('a test that never ends fails by its limit', { timeout: 120_000 }, async () => {
  const { passed, row } = await stepWith("test('waits', () => new Promise(() => {}));");
  expect(passed).toBe(false);
  expect(row.reason).toContain('timed out');
});

test('a step that never ends is killed with everything it started', { timeout: 120_000 }, async () => {
  const endless = `import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    test('blocks', () => {
      const child = spawn('sleep', ['600']);
      writeFileSync('${folder}/pid', String(child.pid));
      for (;;);
    });`;
  const { passed, row } = await stepWith(endless, 6);
  expect(passed).toBe(false);
  expect(row.reason).toMatch(/^timed out after \d+ s \(limit 6 s\)$/);
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
  // An ended process may stay in the process table until init has reaped it.
  await eventually(async () => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    expect(/\) (\w)/.exec(status)?.[1] ?? 'gone').toMatch(/^(Z|gone)$/);
  });
});

test('an unhandled rejection fails a step whose tests all passed', { timeout: 120_000 }, async () => {
  const { passed, row } = await stepWith("test('leaves', () => { Promise.reject(new Error('left')); });");
  expect([passed, row.tests]).toEqual([false, { passed: 2, failed: 0 }]);
  expect(row.reason).toMatch(/^Unhandled Rejection: .*left/);
});
