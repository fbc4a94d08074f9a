import { type ChatMessage, traceEvents } from '@agent-home/agent-runtime/run-log';
import type { FileRunStore } from '@agent-home/runtime-node';
import { contextLines } from '../contexts/context-lines.ts';
import { readRun } from '../runs/read-run.ts';
import { traceLines } from '../tracing/trace-lines.ts';

export function contextOfSession(messages: readonly ChatMessage[]): string[] {
  return messages.length === 0 ? ['no messages in this session yet'] : contextLines(messages);
}

/** @throws RunStoreError; LogError if its log is not sound */
export async function traceOfLastRun(
  store: FileRunStore,
  session: { agent: string; sessionId: string },
): Promise<string[]> {
  const [last] = await store.list(session);
  if (!last) return ['no run in this session yet'];
  const { records, problem } = await readRun(store, last.runId);
  if (problem) throw problem;
  const lines = traceEvents(records).flatMap(traceLines);
  return lines.length === 0 ? ['the last run made no requests'] : lines;
}
