import { getQuestion, RuntimeError } from '@agent-home/agent-runtime';
import { LogError } from '@agent-home/agent-runtime/run-log';
import { type RunResult, RunStoreError } from '@agent-home/runtime-node';
import { getReason } from '../../terminal/plain-text.ts';
import { type BadLine, type BatchTask, readBatchLine } from './batch-line.ts';
import { type BatchReport, type LineProblem, problemLine } from './batch-report.ts';
import type { BatchKeeper } from './batch-result.ts';
import { inputLines } from './input-lines.ts';
import type { LineTable } from './line-table.ts';
import { type LineParts, runLine } from './run-line.ts';
import { workThrough } from './work-through.ts';

export interface BatchWork {
  input: AsyncIterable<Uint8Array>;
  atOnce: number;
  /** Aborted to start no more lines; running lines end by themselves. */
  stopping: AbortController;
  keeper: BatchKeeper;
  /** State of a resumed batch. */
  known?: LineTable;
  report: BatchReport;
  runs: LineParts;
  /** Reports lines without an answer. */
  tell(line: string): void;
}

/**
 * Runs each line of an input as its own run, `atOnce` at a time.
 * @throws errors that end the whole batch
 */
export async function workBatch(work: BatchWork): Promise<void> {
  const { input, atOnce, stopping } = work;
  await workThrough(listTasks(input), { atOnce, stopping }, async (task) => {
    if ('code' in task) return printProblem(work, { ...task, status: 'skipped' });
    const state = work.known?.getState(task.line, task.sha256) ?? 'new';
    if (state === 'ended') return;
    if (state === 'changed') return printProblem(work, { ...named(task), status: 'skipped', ...changed });
    if (state === 'new') work.keeper.begin(task.line, task.sha256);
    await workLine(work, task);
  });
}

/** An inserted line shifts every later line; none of those is run again because of it. */
const changed = {
  code: 'line_changed',
  message: 'changed since the batch began and is not run again: start a new batch for it',
};

async function* listTasks(input: AsyncIterable<Uint8Array>): AsyncGenerator<BatchTask | BadLine> {
  for await (const line of inputLines(input)) {
    const task = readBatchLine(line);
    if (task) yield task;
  }
}

async function workLine(work: BatchWork, task: BatchTask): Promise<void> {
  const started = performance.now();
  const result = await runLine(work.runs, task).catch((error: unknown) => {
    if (!(error instanceof RunStoreError || error instanceof LogError || error instanceof RuntimeError))
      throw error;
    // The run has not ended; a resumed batch retries it.
    work.report.addBroken();
    printProblem(work, { ...named(task), status: 'failed', code: error.code, message: getReason(error) });
  });
  if (result) acceptResult(work, task, result, Math.round(performance.now() - started));
}

function acceptResult(work: BatchWork, task: BatchTask, { runId, state }: RunResult, elapsed: number): void {
  const { ended, started } = state;
  if (!ended) {
    const code = getQuestion(state) ? 'waiting' : 'open';
    printProblem(work, { ...named(task), status: 'waiting', code, run_id: runId });
    return;
  }
  const { status, code, answer, usage } = ended;
  work.keeper.end({
    ...named(task),
    status,
    ...(code === undefined ? {} : { code }),
    answer,
    run_id: runId,
    session_id: started.session_id,
    usage,
    elapsed_ms: elapsed,
  });
  work.report.addEnded({ status, ...usage });
  if (status !== 'answered')
    printProblem(work, { ...named(task), status, code: code ?? status, run_id: runId });
}

function printProblem({ report, tell }: BatchWork, problem: LineProblem): void {
  if (report.addProblem(problem)) tell(problemLine(problem));
}

function named({ line, id }: BatchTask): { line: number; id?: string } {
  return { line, ...(id === undefined ? {} : { id }) };
}
