import { type ChatMessage, traceEvents } from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import { contextLines } from '../contexts/context-lines.ts';
import { collectDelegating } from '../runs/delegating-runs.ts';
import { readRun } from '../runs/read-run.ts';
import { traceLines } from '../tracing/trace-lines.ts';

interface Session {
  agent: string;
  sessionId: string;
}

export function helpLines(): string[] {
  return [
    'Your input goes to the agent, except these commands on a line of their own:',
    '  context  show what the agent knows of this session',
    '  trace    show the model and tool requests of the last run',
    '  approve  answer the pending approvals of this session',
    '  exit     end the session, as Ctrl-D does; the next session continues it',
    '//exit sends "exit" to the agent. A line that ends with \\ continues on the next line.',
    'Ctrl-C cancels the current run; without a run, or pressed twice, it ends the session.',
  ];
}

export function contextOfSession(messages: readonly ChatMessage[]): string[] {
  return messages.length === 0 ? ['no messages in this session yet'] : contextLines(messages);
}

/** @throws RunStoreError; LogError if its log is not sound */
export async function traceOfLastRun(store: FileRunStore, session: Session): Promise<string[]> {
  const [last] = await store.list(session);
  if (!last) return ['no run in this session yet'];
  const { records, problem } = await readRun(store, last.runId);
  if (problem) throw problem;
  const lines = traceEvents(records).flatMap(traceLines);
  return lines.length === 0 ? ['the last run made no requests'] : lines;
}

/** Returns the runs that wait for a person or already have an answer, oldest first. */
export async function waitingRuns(store: FileRunStore, session: Session): Promise<string[]> {
  const all = await store.list();
  // A run waits as well if a run that it delegated does.
  const delegating = collectDelegating(all);
  return all
    .filter(({ agent, sessionId }) => agent === session.agent && sessionId === session.sessionId)
    .filter(({ runId, waiting }) => waiting !== undefined || delegating.has(runId))
    .map(({ runId }) => runId)
    .reverse();
}
