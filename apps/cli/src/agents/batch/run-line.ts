import type { RunStore } from '@agent-home/agent-runtime';
import {
  type AgentRuntime,
  type Asking,
  type RunResult,
  type RunSetup,
  RunStoreError,
} from '@agent-home/runtime-node';
import { runOfLine, sessionOfLine } from './batch-ids.ts';
import type { BatchTask } from './batch-line.ts';

export interface LineParts {
  batchId: string;
  store: RunStore;
  runtime: AgentRuntime;
  /** Returns the setup for the first message of a session. */
  order(sessionId: string): RunSetup;
  asking: Asking;
  /** Called with each run before it begins or continues. @returns function to call once it has stopped */
  follow(runId: string): () => Promise<void>;
}

/**
 * Runs a line or continues its run, so that no work is done twice.
 * @throws RunStoreError, LogError, RuntimeError; errors that prevent any run of this agent
 */
export async function runLine(parts: LineParts, task: BatchTask): Promise<RunResult> {
  for (let attempt = 0; ; attempt += 1) {
    const runId = runOfLine(parts.batchId, task, attempt);
    const told = await wasTold(parts.store, runId);
    const result =
      told === false ? undefined : await runOnce(parts, task, { runId, isContinued: told === true });
    // The process died before the message was recorded. The run did no work, so another run begins.
    if (result) return result;
  }
}

async function runOnce(
  { batchId, runtime, order, asking, follow }: LineParts,
  { line, prompt }: BatchTask,
  { runId, isContinued }: { runId: string; isContinued: boolean },
): Promise<RunResult | undefined> {
  const end = follow(runId);
  try {
    if (isContinued) return await runtime.resume(runId, undefined, { asking });
    const message = { text: prompt, origin: 'user', tainted: false };
    return await runtime.postMessage(order(sessionOfLine(batchId, line)), message, { runId, asking });
  } catch (error) {
    // The folder of the run exists, but has no log yet.
    if (!isContinued && isStoreError(error, 'run_exists')) return undefined;
    throw error;
  } finally {
    await end();
  }
}

/** Returns true if a run has its message; undefined if there is no such run. */
async function wasTold(store: RunStore, runId: string): Promise<boolean | undefined> {
  try {
    const { lines } = await store.read(runId);
    return lines.slice(0, longestBeginning).some(isMessage);
  } catch (error) {
    if (isStoreError(error, 'no_such_run')) return undefined;
    throw error;
  }
}

function isStoreError(error: unknown, code: RunStoreError['code']): boolean {
  return error instanceof RunStoreError && error.code === code;
}

/** Upper estimate of the number of records in a run's first two steps. */
const longestBeginning = 20;

function isMessage(line: string): boolean {
  try {
    return (JSON.parse(line) as { type?: unknown }).type === 'kairo.user.message';
  } catch {
    return false;
  }
}
