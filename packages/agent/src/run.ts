import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Limits } from '@agent-home/agent-runtime/policy';
import { AgentRuntime, FileRunStore, newRunId } from '@agent-home/runtime-node';
import { type Agent, getSource } from './agent.ts';
import { AgentError, toAgentError } from './agent-error.ts';
import { type OnApproval, toAsking } from './approvals.ts';
import { createOrder, findState, openParts } from './open-parts.ts';
import { EventStream, followEvents, type RunEvent } from './run-events.ts';
import { type RunResult, toResult } from './run-result.ts';
import { sendTrace, type TraceOptions } from './trace.ts';
import { warn } from './warn.ts';

/** Options of one run. */
export interface RunOptions {
  /** Cancels the run when it is aborted. */
  signal?: AbortSignal;
  /** Session to continue: `sessionId` of an earlier result, or an id of 6 to 128 characters. Default: a new session. */
  session?: string;
  /** Decides on calls that need approval. If absent, these calls are refused and the model continues without them. */
  onApproval?: OnApproval;
  /** Limits of this run; the smaller of these and those of the agent apply. */
  limits?: Limits;
  /** Folder of the logs. Default: the one that `agent-home runs` reads, in the state folder of the project. */
  store?: string;
  /** Collector to which the spans of the run are sent when it has ended. */
  trace?: TraceOptions;
}

/** Run that has begun: awaited it returns the result, iterated its events. */
export interface AgentRun extends Promise<RunResult>, AsyncIterable<RunEvent> {
  readonly runId: string;
}

const sessionPattern = /^[A-Za-z0-9][A-Za-z0-9._:@-]{5,127}$/;

/**
 * Runs an agent on a question. A run that fails or is cancelled has a result with a code.
 * @returns run; it rejects with an AgentError if it cannot begin
 */
export function run(agent: Agent, question: string, options: RunOptions = {}): AgentRun {
  const runId = newRunId();
  const events = new EventStream();
  const result = runOnce(agent, question, { runId, events, options })
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

async function runOnce(
  agent: Agent,
  text: string,
  { runId, events, options }: { runId: string; events: EventStream; options: RunOptions },
): Promise<RunResult> {
  const source = getSource(agent);
  const { signal, onApproval, limits, trace } = options;
  const sessionId = options.session ?? `library-${randomBytes(8).toString('hex')}`;
  if (!sessionPattern.test(sessionId))
    throw new AgentError(
      'invalid_session',
      'the session id is not valid: use 6 to 128 letters, digits and . _ : @ -',
    );
  const runs = options.store === undefined ? join(findState(source), 'runs') : resolve(options.store);
  const store = new FileRunStore(runs);
  // Earlier messages are read under the lock, so that no other run comes between.
  const release = await store.lockSession({ agent: agent.name, sessionId });
  try {
    const { vault, ports, model, close } = await openParts(source, runs, {
      store,
      mayAsk: onApproval !== undefined,
    });
    try {
      const runtime = new AgentRuntime({ store, vault, log: warn, ...ports });
      const toEvent = followEvents();
      runtime.on('**', (record) => {
        // Runs that this one delegates have events of their own in their logs.
        const event = record.correlationId === runId ? toEvent(record) : undefined;
        if (event) events.add(event);
      });
      let failure: string | undefined;
      runtime.on('model.failed', ({ data, correlationId }) => {
        if (correlationId === runId) failure = String(data.message);
      });
      const mayAsk = onApproval !== undefined;
      const order = await createOrder(source, store, {
        model,
        sessionId,
        mayAsk,
        ...(limits ? { limits } : {}),
      });
      const { state } = await runtime.postMessage(
        order,
        { text, origin: 'user', tainted: false },
        { runId, ...(signal ? { signal } : {}), ...(onApproval ? { asking: toAsking(onApproval) } : {}) },
      );
      // Handlers run in microtasks, so those of the last records run before this one.
      await Promise.resolve();
      const result = toResult(runId, state, failure);
      events.add({ type: 'ended', result });
      await sendTrace(source, { runId, store, trace, vault });
      return result;
    } finally {
      await close();
    }
  } finally {
    release();
  }
}
