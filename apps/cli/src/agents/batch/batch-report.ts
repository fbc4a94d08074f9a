import { shownText } from '@agent-home/protocol';
import { counted } from '../../terminal/counted.ts';
import type { EndedLine } from './batch-entries.ts';

/** Report about a line without an answer. */
export interface LineProblem {
  line: number;
  id?: string;
  status: 'failed' | 'cancelled' | 'waiting' | 'skipped';
  code: string;
  message?: string;
  run_id?: string;
}

/** Lines that are reported individually; the others are counted. */
export const mostProblems = 20;

export type BatchReportDocument = ReturnType<BatchReport['document']>;

/** Summary of a batch, counted as its lines end. */
export class BatchReport {
  readonly #counts = { answered: 0, failed: 0, waiting: 0, skipped: 0 };
  readonly #problems: LineProblem[] = [];
  readonly #about: { batch: string; agent: string; output?: string };
  #before = 0;
  #unlisted = 0;
  #input = 0;
  #output = 0;
  #cost: number | undefined;

  constructor(about: { batch: string; agent: string; output?: string }) {
    this.#about = about;
  }

  /** Adds a line that ended earlier; its run is not repeated. */
  addEarlier(ended: EndedLine): void {
    this.#before += 1;
    this.addEnded(ended);
  }

  addEnded(ended: Omit<EndedLine, 'line' | 'results_bytes'>): void {
    this.#counts[ended.status === 'answered' ? 'answered' : 'failed'] += 1;
    this.#input += ended.input_tokens;
    this.#output += ended.output_tokens;
    if (ended.cost !== undefined) this.#cost = (this.#cost ?? 0) + ended.cost;
  }

  /** Adds a line without an answer. @returns true if it is reported individually */
  addProblem(problem: LineProblem): boolean {
    if (problem.status === 'waiting' || problem.status === 'skipped') this.#counts[problem.status] += 1;
    const isListed = this.#problems.length < mostProblems;
    if (isListed) this.#problems.push(problem);
    else this.#unlisted += 1;
    return isListed;
  }

  /** Adds a line whose run could neither start nor continue. */
  addBroken(): void {
    this.#counts.failed += 1;
  }

  document(durationMs: number, { isComplete, error }: { isComplete: boolean; error?: object | undefined }) {
    const { answered, failed, waiting, skipped } = this.#counts;
    return {
      ...this.#about,
      complete: isComplete,
      lines: answered + failed + waiting + skipped,
      ...this.#counts,
      ended_before: this.#before,
      tokens: { input: this.#input, output: this.#output },
      ...(this.#cost === undefined ? {} : { cost: this.#cost }),
      duration_ms: Math.round(durationMs),
      problems: this.#problems,
      problems_not_listed: this.#unlisted,
      ...(error === undefined ? {} : { error }),
    };
  }
}

/** Returns 0 if each line was answered, 1 if one was not, and 3 if the only others wait for an approval. */
export function exitCodeOfBatch({ complete, failed, skipped, waiting }: BatchReportDocument): 0 | 1 | 3 {
  if (!complete || failed > 0 || skipped > 0) return 1;
  return waiting > 0 ? 3 : 0;
}

export function reportLines(report: BatchReportDocument): string[] {
  const { batch, agent, lines, complete, tokens, cost, output } = report;
  const number = (value: number) => value.toLocaleString('en');
  const ways = { waiting: wayOfWaiting(output), skipped: '', answered: '', failed: '' };
  return [
    `batch ${batch} of ${shownText(agent)}: ${counted(lines, 'line')} in ${(report.duration_ms / 1000).toFixed(1)} s${
      complete ? '' : ', and not all that there are'
    }`,
    ...(['answered', 'failed', 'waiting', 'skipped'] as const).map(
      (name) => `  ${name.padEnd(9)} ${number(report[name])}${report[name] > 0 ? ways[name] : ''}`,
    ),
    ...(report.ended_before > 0 ? [`  of these  ${number(report.ended_before)} had ended before`] : []),
    `  tokens    ${number(tokens.input)} in, ${number(tokens.output)} out`,
    ...(cost === undefined ? [] : [`  cost      ${cost.toLocaleString('en', { maximumFractionDigits: 6 })}`]),
    ...(output === undefined ? [] : [`  results   ${shownText(output)}`]),
  ];
}

function wayOfWaiting(output: string | undefined): string {
  const then = output === undefined ? 'runs resume RUN' : 'the same command with --resume';
  return ` for a person: agent-home approvals list, and then ${then}`;
}

export function problemLine({ line, id, status, code, message, run_id: runId }: LineProblem): string {
  const which = id === undefined ? `line ${line}` : `line ${line} (${shownText(id)})`;
  const what = status === 'waiting' ? 'waits for a person' : status;
  const why = message === undefined ? '' : `: ${shownText(message)}`;
  return `agent-home: ${which} ${what}${why}${runId === undefined ? '' : ` (${runId})`} [${code}]`;
}
