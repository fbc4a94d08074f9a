import { shownText } from '@agent-home/protocol';
import { stopSignal } from '../../command-line/stop-signal.ts';
import { watchOutput } from '../../command-line/watch-output.ts';
import { BatchError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { type BatchReportDocument, exitCodeOfBatch, reportLines } from '../batch/batch-report.ts';
import { type BatchRuntime, openBatchRuntime } from '../batch/batch-runtime.ts';
import { type FoundBatch, findBatch, type OpenBatch } from '../batch/open-batch.ts';
import { openInput } from '../batch/open-input.ts';
import { workBatch } from '../batch/work-batch.ts';
import { followRun } from '../running/follow-run.ts';
import { openAgent } from '../running/open-agent.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import { projectPlaces } from '../running/project-places.ts';
import type { RunsFlags } from '../runs/open-runs.ts';

export interface BatchFlags extends RunsFlags {
  input: string;
  output?: string;
  concurrency: number;
  resume: boolean;
  project?: string;
  /** `--no-wait` makes it false. */
  wait: boolean;
  format: 'table' | 'json';
}

/**
 * `agent-home agents batch NAME --input FILE`: each line is a run of its own. Returns 0 if each line was answered, 1 if one was
 * not, 3 if approvals are pending.
 */
export async function runBatch(name: string, flags: BatchFlags): Promise<0 | 1 | 3> {
  const places = projectPlaces(flags.project);
  const agent = openAgent(places, name);
  if (agent.definition.type !== 'batch')
    throw new BatchError(
      'not_a_batch',
      `agent ${shownText(name)} has the type ${agent.definition.type}: set type: batch in its file`,
    );
  return withPlainAgentErrors(async () => {
    const stopping = stoppedByPeople(flags);
    const input = openInput(flags.input, stopping.signal);
    const found = await findBatch(agent, flags);
    const runtime = await openBatchRuntime(agent, found.id, {
      places,
      flags,
      environment: { ...process.env },
    });
    try {
      return await work({ found, runtime, input, stopping }, flags);
    } finally {
      await runtime.close();
    }
  });
}

/** The first Ctrl-C starts no more lines; a second one ends the process, and --resume continues the batch. */
function stoppedByPeople({ output }: BatchFlags): AbortController {
  const stopping = new AbortController();
  const stop = stopSignal();
  stop.addEventListener('abort', () => {
    console.error('agent-home: no new lines are started; press Ctrl-C again to end the running ones');
    stopping.abort();
  });
  if (output === undefined) watchOutput().signal.addEventListener('abort', () => stopping.abort());
  return stopping;
}

async function work(
  parts: {
    found: FoundBatch;
    runtime: BatchRuntime;
    input: AsyncIterable<Uint8Array>;
    stopping: AbortController;
  },
  flags: BatchFlags,
): Promise<0 | 1 | 3> {
  const { found, runtime, input, stopping } = parts;
  const started = performance.now();
  const batch = await found.open();
  let error: BatchError | undefined;
  try {
    await workBatch({
      input,
      stopping,
      atOnce: flags.concurrency,
      ...batch,
      runs: {
        batchId: found.id,
        store: runtime.store,
        runtime: runtime.runtime,
        order: runtime.order,
        // A question could belong to any of several lines, so questions wait in the store.
        asking: { otherwise: flags.wait ? 'leave' : 'fail' },
        follow: (runId) => follow(runtime, runId),
      },
      tell: (line) => console.error(line),
    });
  } catch (thrown) {
    if (!(thrown instanceof BatchError)) throw thrown;
    // Results so far are reported as well.
    error = thrown;
    console.error(`agent-home: ${error.message} [${error.code}]`);
  } finally {
    batch.keeper.close();
  }
  const report = batch.report.document(performance.now() - started, {
    isComplete: !stopping.signal.aborted,
    ...(error ? { error: { code: error.code, message: error.message } } : {}),
  });
  printReport(report, batch, flags);
  return exitCodeOfBatch(report);
}

/** Traces as the definition requires; spans of ended runs are sent in parallel with further lines. */
function follow({ runtime, tracer }: BatchRuntime, runId: string): () => Promise<void> {
  const traced = tracer.console(runId, (line) => console.error(line));
  const followed = traced && followRun({ runtime }, runId, traced);
  return async () => {
    await followed?.end();
    await tracer.ended(runId);
  };
}

/** Standard output is for results: if they are printed there, a table report goes to standard error. */
function printReport(report: BatchReportDocument, { printer }: OpenBatch, { format }: BatchFlags): void {
  printer?.finish(report);
  if (format === 'json') {
    if (!printer) console.log(jsonDocument(report));
    return;
  }
  for (const line of reportLines(report)) (printer ? console.error : console.log)(line);
}
