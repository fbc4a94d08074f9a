import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { drawnPart } from '../../test/support/case-count.ts';
import { type FlakyEntry, flakyProblems, flakyRecordSchema } from './flaky-record.ts';
import { finishStep, runStep, type StepOutcome, type StepRun } from './run-step.ts';
import { runSchedule } from './schedule.ts';
import { type Step, steps } from './steps.ts';
import { summaryText } from './summary.ts';

/**
 * `.ci/run`: runs the table of steps, then every failed test file once more alone, and prints a summary with the closing line
 * "N passed, N failed". Exits with 1 if a step or test failed, a test was skipped, or flaky files exceed what a run may have.
 */
const { nightly, only } = new Command('.ci/run')
  .description('Run every suite and check of the project')
  .option('--nightly', 'run all seeds and generated cases, the mutation tests and the scenario proofs', false)
  .option('--only <names...>', 'run only these steps; the steps they need are not run')
  .parse()
  .opts<{ nightly: boolean; only?: string[] }>();

/** Step that did not run, because a step that it needs failed. */
interface SkippedStep {
  passed: false;
  name: string;
  need: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const flakyFile = join(root, 'test/flaky.json');
const folder = mkdtempSync(join(tmpdir(), 'agent-home-ci-'));
const started = performance.now();

const chosen = steps
  .filter((step) => nightly || !step.nightly)
  .filter(({ name }) => only === undefined || only.includes(name))
  .map((step) => ({ ...step, ...(only !== undefined && { needs: [] }) }));
if (chosen.length === 0)
  throw new Error(`no such step; there are: ${steps.map(({ name }) => name).join(', ')}`);

console.log(
  `logs in ${folder}; part ${drawnPart} of tests in turns; load ${loadavg()[0]?.toFixed(1)}, ${cpus().length} × ${cpus()[0]?.model}`,
);
const waiting = new Set(chosen);
const busyLanes = () => new Set([...waiting].map(({ lane }) => lane)).size;
const surroundings = { root, folder, nightly, busyLanes };
const runs = await runSchedule<Step, StepRun | SkippedStep>(
  chosen,
  async (step) => {
    console.log(`── ${step.name}`);
    const stepRun = await runStep(step, surroundings);
    waiting.delete(step);
    console.log(stepRun.printed);
    return stepRun;
  },
  (step, need) => {
    waiting.delete(step);
    return { passed: false, name: step.name, need };
  },
);
// Runs after all lanes have ended, so that no other step runs at the same time.
const outcomes: StepOutcome[] = [];
for (const stepRun of runs.values())
  outcomes.push('need' in stepRun ? skippedOutcome(stepRun) : await finishStep(stepRun, surroundings));

const found = outcomes.flatMap(({ flaky }) => flaky);
const problems = recordFlaky(found);
const rows = outcomes.map(({ row }) => row);
if (process.env.CI_INSTALL_SECONDS !== undefined)
  rows.unshift({
    name: 'npm ci',
    result: 'ok',
    seconds: Number(process.env.CI_INSTALL_SECONDS),
    cpuSeconds: undefined,
    tests: undefined,
    reason: '',
  });
for (const { failures } of outcomes) if (failures !== '') console.log(failures);
console.log(summaryText(rows, found, (performance.now() - started) / 1_000));
for (const problem of problems) console.log(problem);

const failedSteps = rows.filter(({ result }) => result === 'FAILED').length + problems.length;
const sum = (key: 'passed' | 'failed') => rows.reduce((total, { tests }) => total + (tests?.[key] ?? 0), 0);
const passedSteps = rows.filter(({ result }) => result !== 'FAILED').length;
console.log(`${passedSteps + sum('passed')} passed, ${failedSteps + sum('failed')} failed`);
process.exitCode = failedSteps + sum('failed') === 0 ? 0 : 1;

function skippedOutcome({ name, need }: SkippedStep): StepOutcome {
  const reason = `not run: ${need} failed`;
  const row = {
    name,
    result: 'FAILED',
    seconds: 0,
    cpuSeconds: undefined,
    tests: undefined,
    reason,
  } as const;
  return { passed: false, row, flaky: [], failures: '' };
}

/** Adds the run's flaky files to the record in the work tree, to be committed with their remedy. */
function recordFlaky(entries: FlakyEntry[]): string[] {
  const record = flakyRecordSchema.parse(JSON.parse(readFileSync(flakyFile, 'utf8')));
  if (entries.length > 0) writeFileSync(flakyFile, `${JSON.stringify([...record, ...entries], null, 2)}\n`);
  return flakyProblems(entries, record);
}
