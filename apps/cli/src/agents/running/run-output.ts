import { stripVTControlCharacters } from 'node:util';
import { type FollowedRecord, followRunEvents, type RunRecord } from '@agent-home/agent-runtime/run-log';
import type { RunResult } from '@agent-home/runtime-node';
import { jsonDocument, jsonLine } from '../../terminal/json-document.ts';
import { canRenderMarkdown } from '../../terminal/markdown-stream.ts';
import type { DelegatedSoFar } from '../runs/read-delegated.ts';
import { traceTeller } from '../tracing/trace-lines.ts';
import { AnswerStream } from './answer-stream.ts';
import { delegatedPrinter } from './delegated-printer.ts';
import type { DelegatedFollower, Follower } from './follow-run.ts';
import { lineTeller } from './line-teller.ts';
import { announceLongCalls } from './long-calls.ts';
import { printWaiting, resultDocument } from './print-result.ts';
import { StepLines } from './step-lines.ts';

export interface OutputFlags {
  format: 'text' | 'json' | 'stream-json';
  /** True to print every record of the run instead of one line per step. */
  verbose?: boolean;
  /** True to print no progress. */
  quiet?: boolean;
  trace?: boolean;
  /** Further members of a JSON result: the reason for choosing this agent. */
  beside?: object;
}

const defaultWidth = 100;

/**
 * Returns the printer of a run in progress. Standard output has the answer alone, or JSON; progress, traces and failures go to
 * standard error.
 * @param before earlier records of a continued run, which are not printed again
 */
export function runOutput(
  flags: OutputFlags,
  /** Tracer that the definition requires; a full trace includes its output. */
  traced?: Follower | undefined,
  before: readonly RunRecord[] = [],
): Follower {
  const followers: Follower[] = [];
  if (flags.format === 'text') followers.push(answerPrinter());
  if (flags.format === 'stream-json') followers.push(eventLines(before));
  // With JSON, progress is printed on request only.
  if (flags.format === 'text' || flags.verbose === true) followers.push(progressPrinter(flags, before));
  if (flags.trace === true) followers.push(traceTeller(report, { before }));
  else if (traced) followers.push(traced);
  return (record) => {
    for (const follow of followers) follow(record);
  };
}

/**
 * Returns the printer of the runs that a run delegates: their steps, each after the name of its agent. Undefined if no progress is
 * printed.
 */
export function delegatedOutput(
  { format, verbose = false, quiet = false }: OutputFlags,
  /** Runs that a continued run has delegated so far. */
  before: readonly DelegatedSoFar[] = [],
): DelegatedFollower | undefined {
  if (quiet || (format !== 'text' && !verbose)) return undefined;
  return delegatedPrinter(report, { verbose, width: process.stderr.columns || defaultWidth, before });
}

/** Prints the result. */
export function printResult(result: RunResult, flags: OutputFlags): void {
  const document = { ...resultDocument(result), ...flags.beside };
  if (flags.format === 'stream-json') console.log(jsonLine({ result: document }));
  else if (flags.format === 'json') console.log(jsonDocument(document));
  else printWaiting(result, report);
}

function answerPrinter(): Follower {
  const isTerminal = process.stdout.isTTY === true;
  const rendersMarkdown = canRenderMarkdown(isTerminal, process.env);
  const stream = new AnswerStream({ isTerminal, rendersMarkdown });
  return (record) => {
    const text = stream.tell(record);
    if (text === '') return;
    // Only a terminal gets parts of lines.
    if (isTerminal) process.stdout.write(text);
    else console.log(text.replace(/\n$/, ''));
  };
}

function progressPrinter({ verbose = false, quiet = false }: OutputFlags, before: readonly RunRecord[]) {
  if (verbose) {
    const follow = lineTeller(report, before);
    // The answer is on standard output.
    return (record: FollowedRecord) =>
      follow(record.type === 'run.ended' ? { ...record, data: { ...record.data, answer: '' } } : record);
  }
  const lines = new StepLines(process.stderr.columns || defaultWidth);
  for (const record of before) lines.tell(record);
  const followLongCalls = announceLongCalls(lines, report);
  return (record: FollowedRecord) => {
    const told = lines.tell(record);
    const isFailure =
      record.type === 'run.ended' ? record.data.status !== 'answered' : record.type === 'model.failed';
    if (!quiet || isFailure) for (const line of told) report(line);
    if (!quiet) followLongCalls(record);
  };
}

function eventLines(before: readonly RunRecord[]): Follower {
  const toEvent = followRunEvents();
  for (const record of before) toEvent(record);
  return (record) => {
    const event = toEvent(record);
    if (event) console.log(jsonLine(event));
  };
}

/** Prints a line of progress to standard error, in colours only where it is a terminal. */
function report(line: string): void {
  console.error(process.stderr.isTTY ? line : stripVTControlCharacters(line));
}
