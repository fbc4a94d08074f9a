import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
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
  /** Everything that failed, for the end of the output; empty where nothing did. */
  failures: string;
  /** Result and last lines of the step's output. */
  printed: string;
}

interface Surroundings {
  /** Root of the repository, without a slash at its end. */
  root: string;
  /** Folder for logs and reports. */
  folder: string;
  nightly: boolean;
  /** Returns the command that runs one test file alone. */
  again?: (file: string) => readonly string[];
}

/** A unit that can be run again alone: a test file or a seed of the simulation. */
interface Failure {
  name: string;
  test: string;
  /** First failure. */
  message: string;
  /** All failures. */
  details: string;
  again: readonly string[];
}

/** Seconds that a failed file has when it is run again alone. */
const againLimit = 300;

/** Runs a step and then, once and alone, each test file or seed that failed in it. */
export async function runStep(step: Step, surroundings: Surroundings): Promise<StepOutcome> {
  const { root, folder, nightly } = surroundings;
  const file = (suffix: string) => join(folder, `${step.name.replaceAll(/[^\w-]+/g, '-')}.${suffix}`);
  const [logFile, reportFile] = [file('log'), file('json')];
  const night = nightly ? step.atNight : undefined;
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  const environment = { ...process.env, PATH, CI: 'true', ...night?.environment };
  const command = [...step.command, ...(night?.arguments ?? []), ...reportArguments(step, reportFile)];
  const limit = night?.limit ?? step.limit;
  const outcome = await runCommand(command, { cwd: root, logFile, limit, environment });
  const load = loadavg()[0] ?? 0;
  const again = surroundings.again ?? ((testFile: string) => ['npm', 'test', '--', testFile]);
  const read = readReport(step, reportFile, { root, again });
  const failures: Failure[] = read?.failures ?? [];

  const flaky: FlakyEntry[] = [];
  const remaining: Failure[] = [];
  // A run that was killed or failed outside its tests fails even if each of its files passes alone.
  const reason = stepProblem(step, outcome, read, readFileSync(logFile, 'utf8'));
  for (const failure of failures) {
    const alone = { cwd: root, logFile: file('again.log'), limit: againLimit, environment };
    const isFlaky = reason === '' && (await runCommand(failure.again, alone)).ended === 'passed';
    if (isFlaky) flaky.push(flakyEntry(failure, load));
    else remaining.push(failure);
  }
  const passed = reason === '' && remaining.length === 0;
  const mended = failures.length - remaining.length;
  const tests = read && { passed: read.passed + mended, failed: Math.max(0, read.failed - mended) };
  const rowReason =
    reason || (remaining[0] === undefined ? '' : `${remaining[0].name}: ${firstLine(remaining[0].message)}`);
  const result = passed ? (flaky.length > 0 ? 'flaky' : 'ok') : 'FAILED';
  const { seconds, cpuSeconds } = outcome;
  return {
    passed,
    row: { name: step.name, result, seconds, cpuSeconds, tests, reason: rowReason },
    flaky,
    failures: passed ? '' : failureText(step.name, rowReason, remaining, logFile),
    printed: `── ${step.name}: ${result} (${seconds.toFixed(0)} s)\n${lastLines(logFile, passed ? 3 : 40)}`,
  };
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
