import { join, resolve } from 'node:path';
import { type RunStore, replayLog } from '@agent-home/agent-runtime';
import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import {
  AgentRuntime,
  type Asking,
  FileRunStore,
  type RunResult as RuntimeResult,
} from '@agent-home/runtime-node';
import { toAgentError } from './agent-error.ts';
import type { AgentSource } from './agent-source.ts';
import { collectAllowed, toAsking } from './approvals.ts';
import { findState, openParts } from './open-parts.ts';
import { EventStream, followEvents, type RunEvent } from './run-events.ts';
import type { ResumeOptions } from './run-options.ts';
import { type PendingQuestion, pendingOf, type RunResult, toResult } from './run-result.ts';
import { sendTrace } from './trace.ts';
import { warn } from './warn.ts';

/** Run that has begun: awaited it returns the result, iterated its events. */
export interface AgentRun extends Promise<RunResult>, AsyncIterable<RunEvent> {
  readonly runId: string;
}

/** Starts the work of a run and returns it as a promise with events. */
export function startRun(runId: string, work: (events: EventStream) => Promise<RunResult>): AgentRun {
  const events = new EventStream();
  const result = work(events)
    .catch((error: unknown) => {
      throw toAgentError(error);
    })
    .finally(() => events.close());
  return Object.assign(result, {
    runId,
    async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void> {
      // The loop throws the error, so a rejection is handled even if no one awaits the result.
      result.catch(() => undefined);
      yield* events;
      await result;
    },
  });
}

/** Returns the store of an agent's logs, and its folder. @throws StateFolderError */
export function openStore(
  source: AgentSource,
  { store }: Pick<ResumeOptions, 'store'>,
): { runs: string; store: FileRunStore } {
  const runs = store === undefined ? join(findState(source), 'runs') : resolve(store);
  return { runs, store: new FileRunStore(runs) };
}

/** Returns the start and the records of a run's log. @throws RunStoreError `no_such_run`; LogError */
export async function readBegun(store: RunStore, runId: string) {
  const { lines, value } = await store.read(runId);
  const { state, records } = replayLog(lines, value);
  return { first: state.first, records };
}

/**
 * Opens the parts of an agent, lets it work until its run ends or waits, and closes the parts.
 * @param records records of the run so far, if it is resumed
 */
export async function perform(
  {
    source,
    runId,
    runs,
    store,
    events,
    options,
    records = [],
  }: {
    source: AgentSource;
    runId: string;
    runs: string;
    store: FileRunStore;
    events: EventStream;
    options: ResumeOptions;
    records?: readonly RunRecord[];
  },
  work: (runtime: AgentRuntime, asking: Asking | undefined, signal: AbortSignal) => Promise<RuntimeResult>,
): Promise<RunResult> {
  const { signal = new AbortController().signal, onApproval, trace } = options;
  const asking = toAsking(onApproval, collectAllowed(options, source));
  const mayAsk = asking !== undefined;
  const { vault, ports, close } = await openParts(source, runs, { store, mayAsk });
  try {
    const runtime = new AgentRuntime({ store, vault, log: warn, ...ports });
    const toEvent = followEvents();
    for (const record of records) toEvent(record);
    runtime.on('**', (record) => {
      // Runs that this one delegates have events of their own in their logs.
      const event = record.correlationId === runId ? toEvent(record) : undefined;
      if (event) events.add(event);
    });
    let failure: string | undefined;
    runtime.on('model.failed', ({ data, correlationId }) => {
      if (correlationId === runId) failure = String(data.message);
    });
    const { state, waitsFor = [] } = await work(runtime, asking, signal);
    // Handlers run in microtasks, so those of the last records run before this one.
    await Promise.resolve();
    const pending = state.ended ? [] : [...pendingOf(state), ...(await pendingOfOthers(store, waitsFor))];
    const result = toResult(runId, state, { failure, pending });
    events.add({ type: 'ended', result });
    if (state.ended) await sendTrace(source, { runId, store, trace, vault });
    return result;
  } finally {
    await close();
  }
}

/** Returns the questions of tasks that the run gave to others, and of tasks of these. */
async function pendingOfOthers(store: RunStore, runIds: readonly string[]): Promise<PendingQuestion[]> {
  const found = runIds.map(async (runId) => {
    const { lines, value } = await store.read(runId);
    return pendingOf(replayLog(lines, value).state);
  });
  return (await Promise.all(found)).flat();
}
