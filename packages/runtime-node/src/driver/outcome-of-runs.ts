import type { ToolOutcome } from '@agent-home/agent-runtime';
import type { DelegatedRun } from './delegation.ts';

/** UTF-8 bytes of all answers together, below the limit of an outcome. */
const mostAnswerBytes = 240 * 1024;

/** Returns the outcome of a call of `delegate`: the answers in the order of the tasks, and the heads of the logs. */
export function outcomeOfRuns(runs: readonly DelegatedRun[]): ToolOutcome {
  const room = Math.floor(mostAnswerBytes / Math.max(1, runs.length));
  const texts = runs.map((run, index) => {
    const head = runs.length === 1 ? '' : `Task ${index + 1}, agent ${run.agent}: `;
    return `${head}${cut(describe(run), room)}`;
  });
  const metadata = { runs: runs.map(toMetadata) };
  const tainted = runs.some((run) => run.tainted) ? { tainted: true } : {};
  if (runs.some(({ status }) => status === 'answered'))
    return {
      status: 'ok',
      content: texts.map((text) => ({ type: 'text' as const, text })),
      metadata,
      ...tainted,
    };
  const error = { code: runs[0]?.code ?? 'delegated_run_failed', message: texts.join('\n') };
  return { status: 'error', content: [], error, metadata, ...tainted };
}

function describe({ status, code, message, answer }: DelegatedRun): string {
  if (status === 'answered') return answer;
  return `${status} [${code ?? 'delegated_run_failed'}]: ${message ?? 'the run did not answer'}`;
}

function toMetadata({ runId, agent, status, code, head }: DelegatedRun) {
  return {
    run_id: runId,
    agent,
    status,
    ...(code === undefined ? {} : { code }),
    ...(head === undefined ? {} : { seq: head.seq, head: head.hash }),
  };
}

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const kept = new TextDecoder('utf-8').decode(Buffer.from(text).subarray(0, bytes), { stream: true });
  return `${kept}\n[… cut; the run has the whole answer]`;
}
