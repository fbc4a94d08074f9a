import { followRunEvents } from '@agent-home/agent-runtime/run-log';
import type { RunResult } from '@agent-home/runtime-node';
import { jsonDocument, jsonLine } from '../../terminal/json-document.ts';
import { traceTeller } from '../tracing/trace-lines.ts';
import type { Follower } from './follow-run.ts';
import { lineTeller } from './line-teller.ts';
import { printWaiting, resultDocument } from './print-result.ts';

export interface OutputFlags {
  format: 'text' | 'json';
  /** True to print one event per line. */
  json?: boolean;
  trace?: boolean;
  /** Further members of a JSON result: the reason for choosing this agent. */
  beside?: object;
}

/**
 * Returns the printer of a run in progress. Standard output is for the result: with JSON a trace goes to
 * standard error.
 */
export function runOutput(
  { format, json = false, trace = false }: OutputFlags,
  /** Tracer that the definition requires; a full trace includes its output. */
  traced?: Follower | undefined,
): Follower {
  const isText = format === 'text' && !json;
  const followers: Follower[] = [];
  if (isText) followers.push(lineTeller(say));
  if (json) followers.push(eventLines());
  if (trace) followers.push(traceTeller(isText ? say : (line) => console.error(line)));
  else if (traced) followers.push(traced);
  return (record) => {
    for (const follow of followers) follow(record);
  };
}

/** Prints the result. */
export function printResult(result: RunResult, { format, json, beside }: OutputFlags): void {
  const document = { ...resultDocument(result), ...beside };
  if (json) say(jsonLine({ result: document }));
  else if (format === 'json') say(jsonDocument(document));
  else printWaiting(result);
}

function eventLines(): Follower {
  const toEvent = followRunEvents();
  return (record) => {
    const event = toEvent(record);
    if (event) say(jsonLine(event));
  };
}

function say(line: string): void {
  console.log(line);
}
