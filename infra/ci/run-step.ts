import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { sharedTimeFactor, timeFactorVariable } from '../../test/support/time-factor.ts';
import { type FlakyEntry, firstLine } from './flaky-record.ts';
import { type CommandOutcome, runCommand } from './run-command.ts';
import type { Step } from './steps.ts';
import type { SummaryRow } from './summary.ts';
import { readTestReport, type TestCounts } from './test-report.ts';

export interface StepOutcome {
  passed: boolean;
  row: SummaryRow;
  /** Files that failed and passed when they were run again alone. */
  flaky: FlakyEntry[];
  /** Failures for the end of the output; empty if there are none. */
  failures: string;
}

interface Surroundings {
  /** Root of the repository, without a slash at its end. */
  root: string;
  /** Folder for logs and reports. */
  folder: string;
  nightly: boolean;
  /** Returns the number of lanes with steps that have not ended. */
  busyLanes(): number;
  /** Returns the command that runs one test file alone. */
  again?: (file: string) => readonly string[];
}

/** A unit that can be run again alone: a test file or a seed of the simulation. */
interface Failure {
  name: string;
  test: string;
  /** First failure. */
  message: string;
  /** Every failure. */
  details: string;
  again: readonly string[];
}

/** Timeout of a failed file that is run again alone, in seconds. */
const againLimit = 300;

/** A step that has run, before its failed files are run again. */
export interface StepRun {
  /** True if no command has failed so far. */
  passed: boolean;
  step: Step;
  command: CommandOutcome;
  report: ReadReport | undefined;
  /** Reason to fail the step even if its failed files pass alone; empty if they decide. */
  reason: string;
  /** One-minute load average at the end of the step. */
  load: number;
  /** Result and last lines of the output. */
  printed: string;
}

/** Runs the command of a step and reads its report. */
export async function runStep(step: Step, surroundings: Surroundings): Promise<StepRun> {
  const { root, folder, nightly } = surroundings;
  const [logFile, reportFile] = [getFile(step, folder, 'log'), getFile(step, folder, 'json')];
  const night = nightly ? step.atNight : undefined;
  // Each busy lane has two workers, this one included.
  const factor = { [timeFactorVariable]: String(sharedTimeFactor(2 * surroundings.busyLanes())) };
  const environment = { ...environmentIn(root), ...factor, ...night?.environment };
  const words = [
    ...(night?.command ?? step.command),
    ...(night?.arguments ?? []),
    ...reportArguments(step, reportFile),
  ];
  const limit = night?.limit ?? step.limit;
  const command = await runCommand(words, { cwd: root, logFile, limit, environment });
  const again = surroundings.again ?? ((testFile: string) => ['npm', 'test', '--', testFile]);
  const report = readReport(step, reportFile, { root, again });
  const reason = stepProblem({ ...step, limit }, command, report, readFileSync(logFile, 'utf8'));
  const failed = report?.failures.length ?? 0;
  const passed = reason === '' && failed === 0;
  const result = passed ? 'ok' : reason === '' ? `${failed} failed files, to be run again alone` : 'FAILED';
  const printed = `── ${step.name}: ${result} (${command.seconds.toFixed(0)} s)\n${lastLines(logFile, passed ? 3 : 40)}`;
  return { passed, step, command, report, reason, load: loadavg()[0] ?? 0, printed };
}

/** Runs each failed test file or seed of a step once more, alone, and decides the step. */
export async function finishStep(stepRun: StepRun, surroundings: Surroundings): Promise<StepOutcome> {
  const { step, command, report, reason, load } = stepRun;
  const { root, folder } = surroundings;
  const failures = report?.failures ?? [];
  const flaky: FlakyEntry[] = [];
  const remaining: Failure[] = [];
  const logFile = getFile(step, folder, 'again.log');
  for (const failure of failures) {
    const alone = { cwd: root, logFile, limit: againLimit, environment: environmentIn(root) };
    const isTried = reason === '' && failures.length <= largestRepeatedCount;
    const isFlaky = isTried && (await runCommand(failure.again, alone)).ended === 'passed';
    if (isFlaky) flaky.push(flakyEntry(failure, load));
    else remaining.push(failure);
  }
  const passed = reason === '' && remaining.length === 0;
  const mended = failures.length - remaining.length;
  const tests = report && { passed: report.passed + mended, failed: Math.max(0, report.failed - mended) };
  const [first] = remaining;
  const rowReason = reason || (first === undefined ? '' : `${first.name}: ${firstLine(first.message)}`);
  const result = passed ? (flaky.length > 0 ? 'flaky' : 'ok') : 'FAILED';
  const { seconds, cpuSeconds } = command;
  return {
    passed,
    row: { name: step.name, result, seconds, cpuSeconds, tests, reason: rowReason },
    flaky,
    failures: passed ? '' : failureText(step.name, rowReason, remaining, getFile(step, folder, 'log')),
  };
}

/** Limit of failed files to repeat: more failures are not caused by timing. */
const largestRepeatedCount = 8;

function getFile(step: Step, folder: string, suffix: string): string {
  return join(folder, `${step.name.replaceAll(/[^\w-]+/g, '-')}.${suffix}`);
}

/** Environment of a step: programs of the installed packages are found by their names. */
function environmentIn(root: string): NodeJS.ProcessEnv {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  return { ...process.env, PATH, CI: 'true' };
}

function reportArguments(step: Step, reportFile: string): string[] {
  if (step.report === 'vitest')
    return ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  if (step.report === 'simulation') return [`--report=${reportFile}`];
  return [];
}

interface ReadReport {
  passed: number;
  failed: number;
  skipped: string[];
  failures: Failure[];
}

const simulationReportSchema = z.object({
  seeds: z.number(),
  failed: z.array(z.object({ seed: z.number(), finding: z.string() })),
});

type Place = Required<Pick<Surroundings, 'root' | 'again'>>;

function readReport(step: Step, file: string, { root, again }: Place): ReadReport | undefined {
  if (step.report === undefined || !existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  try {
    return step.report === 'vitest' ? ofTests(readTestReport(text, root), again) : ofSeeds(text);
  } catch {
    // A killed run leaves half a report; `stepProblem` reports the missing one.
    return undefined;
  }
}

function ofTests({ passed, failed, skipped, failedFiles }: TestCounts, again: Place['again']): ReadReport {
  const failures = failedFiles.map(({ file, tests, message }) => ({
    name: file,
    test: tests[0]?.name ?? '',
    message,
    details: tests.map((test) => `${test.name}\n${test.message}`).join('\n') || message,
    again: again(file),
  }));
  return { passed, failed, skipped, failures };
}

function ofSeeds(text: string): ReadReport {
  const { seeds, failed } = simulationReportSchema.parse(JSON.parse(text));
  const failures = failed.map(({ seed, finding }) => ({
    name: `simulate seed ${seed}`,
    test: finding,
    message: finding,
    details: finding,
    again: ['npm', 'run', '--silent', 'simulate', '--', '--seed', String(seed)],
  }));
  return { passed: seeds - failed.length, failed: failed.length, skipped: [], failures };
}

/** Returns why a step fails apart from its failed test files, or an empty string. */
export function stepProblem(
  step: Pick<Step, 'report' | 'limit'>,
  { ended, seconds }: CommandOutcome,
  report: Pick<ReadReport, 'skipped' | 'failures'> | undefined,
  log: string,
): string {
  if (ended === 'timed out') return `timed out after ${seconds.toFixed(0)} s (limit ${step.limit} s)`;
  if (step.report === undefined) return ended === 'failed' ? lastLine(log) : '';
  if (report === undefined) return `wrote no report: ${lastLine(log)}`;
  const unhandled = /Unhandled (?:Error|Rejection)(?!s)|Startup Error/.exec(
    stripVTControlCharacters(log),
  )?.[0];
  if (unhandled !== undefined) return `${unhandled}: ${lineAfter(stripVTControlCharacters(log), unhandled)}`;
  const [skipped] = report.skipped;
  if (skipped !== undefined) return `${report.skipped.length} skipped: ${skipped}`;
  if (ended === 'failed' && report.failures.length === 0) return lastLine(log);
  return '';
}

function lastLine(log: string): string {
  const lines = stripVTControlCharacters(log)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('ci-cpu '));
  return firstLine(lines.at(-1) ?? 'it printed nothing');
}

/** First line with a message below a heading of vitest. */
function lineAfter(log: string, heading: string): string {
  const lines = log.slice(log.indexOf(heading)).split('\n').slice(1);
  return firstLine(lines.find((line) => /^\s*\w*(?:Error|Rejection)?: /.test(line)) ?? lines[0] ?? '');
}

function lastLines(logFile: string, count: number): string {
  const lines = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('ci-cpu '));
  return lines
    .slice(-count)
    .map((line) => line.slice(0, 400))
    .join('\n');
}

function flakyEntry({ name, test, message }: Failure, load: number): FlakyEntry {
  const date = new Date().toISOString().slice(0, 10);
  return { date, file: name, test, message: firstLine(message), load: Math.round(load * 10) / 10 };
}

function failureText(name: string, reason: string, remaining: readonly Failure[], logFile: string): string {
  const failures = remaining.map((failure) => `${failure.name}\n${failure.details.slice(0, 4_000)}`);
  const words = remaining.length > 0 ? failures : [lastLines(logFile, 60)];
  return [`── failed: ${name}: ${reason}`, ...words].join('\n');
}
