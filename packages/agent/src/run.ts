import { randomBytes } from 'node:crypto';
import { attachFile, chooseModel, newRunId } from '@agent-home/runtime-node';
import type { Agent } from './agent.ts';
import { AgentError } from './agent-error.ts';
import { getSource } from './agent-source.ts';
import { createOrder } from './create-order.ts';
import { type AgentRun, openStore, perform, readBegun, startRun } from './perform-run.ts';
import type { ResumeOptions, RunOptions } from './run-options.ts';

const sessionPattern = /^[A-Za-z0-9][A-Za-z0-9._:@-]{5,127}$/;

/**
 * Runs an agent on a question. A run that fails or is cancelled has a result with a code.
 * @returns run; it rejects with an AgentError if it cannot begin
 */
export function run(agent: Agent, question: string, options: RunOptions = {}): AgentRun {
  const runId = newRunId();
  return startRun(runId, async (events) => {
    const source = getSource(agent);
    const { session: sessionId = `library-${randomBytes(8).toString('hex')}`, limits } = options;
    if (!sessionPattern.test(sessionId))
      throw new AgentError(
        'invalid_session',
        'the session id is not valid: use 6 to 128 letters, digits and . _ : @ -',
      );
    const { runs, store } = openStore(source, options);
    // Earlier messages are read under the lock, so that no other run comes between.
    const release = await store.lockSession({ agent: agent.name, sessionId });
    try {
      return await perform(
        { source, runId, runs, store, events, options },
        async (runtime, asking, signal) => {
          const order = await createOrder(source, store, {
            model: chooseModel(source.settings, source.definition),
            sessionId,
            mayAsk: asking !== undefined,
            ...(limits ? { limits } : {}),
          });
          const media = await Promise.all((options.attach ?? []).map(attachFile));
          const files = media.length === 0 ? {} : { media };
          const message = { text: question, origin: 'user', tainted: false, ...files };
          return runtime.postMessage(order, message, { runId, signal, ...(asking ? { asking } : {}) });
        },
      );
    } finally {
      release();
    }
  });
}

/**
 * Continues a run that waits for an answer, or whose process has ended: with the answers of `onApproval`, or with those that
 * `agent-home approvals` has recorded. Rules that have become stricter since then apply.
 * @param agent agent of the run, with its tools
 * @returns run; its events begin with the continuation. It rejects with an AgentError if it cannot be continued: `no_such_run`,
 * `not_resumable`, `run_is_written`, `log_not_authentic`
 */
export function resume(agent: Agent, runId: string, options: ResumeOptions = {}): AgentRun {
  return startRun(runId, async (events) => {
    const source = getSource(agent);
    const { runs, store } = openStore(source, options);
    const { first, records } = await readBegun(store, runId);
    if (first.agent !== agent.name)
      throw new AgentError(
        'not_resumable',
        `run ${runId} is of agent ${first.agent}, not of ${agent.name}: resume it with its agent`,
      );
    const release = await store.lockSession({ agent: agent.name, sessionId: first.session_id });
    try {
      return await perform(
        { source, runId, runs, store, events, options, records },
        (runtime, asking = { otherwise: 'leave' }, signal) =>
          runtime.resume(runId, signal, { asking: { ...asking, otherwise: 'leave' } }),
      );
    } finally {
      release();
    }
  });
}
