import { type ChatMessage, traceEvents } from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import { contextLines } from '../contexts/context-lines.ts';
import { readRun } from '../runs/read-run.ts';
import { traceLines } from '../tracing/trace-lines.ts';

interface Session {
  agent: string;
  sessionId: string;
}

export function helpLines(): string[] {
  return [
    'What you type is said to the agent, but for these words, each alone on its line:',
    '  context  what the agent knows of this session',
    '  trace    what the last run asked of models and tools',
    '  approve  asks what runs of this session wait for',
    '  exit     ends the session, as Ctrl-D does; the next one goes on with it',
    '//exit says "exit" to the agent. A line that ends with \\ goes on in the next.',
    'Ctrl-C cancels what goes on; where nothing does, or twice, it ends the session.',
  ];
}

export function contextOfSession(messages: readonly ChatMessage[]): string[] {
  return messages.length === 0 ? ['nothing was said in this session yet'] : contextLines(messages);
}

/** @throws RunStoreError; LogError where its log is not sound */
export async function traceOfLastRun(store: FileRunStore, session: Session): Promise<string[]> {
  const [last] = await store.list(session);
  if (!last) return ['there was no run in this session yet'];
  const { records, problem } = await readRun(store, last.runId);
  if (problem) throw problem;
  const lines = traceEvents(records).flatMap(traceLines);
  return lines.length === 0 ? ['the last run asked nothing of models and tools'] : lines;
}

/** Runs that wait for a person, or that one has answered, the oldest first. */
export async function waitingRuns(store: FileRunStore, session: Session): Promise<string[]> {
  const runs = await store.list(session);
  return runs
    .filter(({ waiting }) => waiting !== undefined)
    .map(({ runId }) => runId)
    .reverse();
}
