import type { RunStore } from '@agent-home/agent-runtime';
import {
  type AgentRuntime,
  type Asking,
  type RunOrder,
  type RunResult,
  RunStoreError,
} from '@agent-home/runtime-node';
import { runOfLine, sessionOfLine } from './batch-ids.ts';
import type { BatchTask } from './batch-line.ts';

export interface LineParts {
  batchId: string;
  store: RunStore;
  runtime: AgentRuntime;
  /** For the first message of a session. */
  order(sessionId: string): RunOrder;
  asking: Asking;
  /** Told of each run before it begins or goes on. @returns to be called once it does not go on any more */
  follow(runId: string): () => Promise<void>;
}

/**
 * The run of a line: begun, or gone on with where it has begun already, so that nothing is done twice.
 * @throws RunStoreError, LogError, RuntimeError; what no run of this agent can begin with
 */
export async function runLine(parts: LineParts, task: BatchTask): Promise<RunResult> {
  for (let attempt = 0; ; attempt += 1) {
    const runId = runOfLine(parts.batchId, task, attempt);
    const told = await wasTold(parts.store, runId);
    const result = told === false ? undefined : await runOnce(parts, task, { runId, goesOn: told === true });
    // Its process died before it was told anything: nothing of it has happened, and another one is begun.
    if (result) return result;
  }
}

async function runOnce(
  { batchId, runtime, order, asking, follow }: LineParts,
  { line, prompt }: BatchTask,
  { runId, goesOn }: { runId: string; goesOn: boolean },
): Promise<RunResult | undefined> {
  const end = follow(runId);
  try {
    if (goesOn) return await runtime.resume(runId, undefined, { asking });
    const message = { text: prompt, origin: 'user', tainted: false };
    return await runtime.postMessage(order(sessionOfLine(batchId, line)), message, { runId, asking });
  } catch (error) {
    // A folder, and no log in it yet.
    if (!goesOn && isStoreError(error, 'run_exists')) return undefined;
    throw error;
  } finally {
    await end();
  }
}

/** Whether a run was told its message; undefined where there is no such run. */
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

/** Records of a run's first two steps, generously. */
const longestBeginning = 20;

function isMessage(line: string): boolean {
  try {
    return (JSON.parse(line) as { type?: unknown }).type === 'kairo.user.message';
  } catch {
    return false;
  }
}
