import { newRunId, type RunResult, type RunSetup, type UserMessage } from '@agent-home/runtime-node';
import { askHere } from '../approvals/ask-here.ts';
import { followRun } from './follow-run.ts';
import type { PreparedRun } from './prepare-run.ts';
import { delegatedOutput, type OutputFlags, printResult, runOutput } from './run-output.ts';

/** Runs one message and prints its progress. Traces and stores the run as the definition and settings require. */
export async function runOnce(
  run: PreparedRun,
  { order, message }: { order: RunSetup; message: UserMessage },
  { flags, signal }: { flags: OutputFlags & { wait: boolean }; signal: AbortSignal },
): Promise<RunResult> {
  const runId = newRunId();
  const traced = run.tracer.console(runId, (line) => console.error(line));
  const followed = followRun(run, runId, runOutput(flags, traced), {
    delegated: delegatedOutput(flags),
  });
  const asking = askHere({
    wait: flags.wait,
    allowed: run.allowed,
    project: run.project,
    clean: (text) => run.vault.secrets.clean(text),
  });
  const result = await run.runtime.postMessage(order, message, { signal, runId, asking });
  await followed.end();
  printResult(result, flags);
  await run.keep();
  await run.tracer.ended(runId);
  return result;
}
