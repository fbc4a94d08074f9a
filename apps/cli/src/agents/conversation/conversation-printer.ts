import type { FollowedRecord, ModelAnswered, RunEnded } from '@agent-home/agent-runtime/run-log';
import { faint } from '../../terminal/colours.ts';
import { MarkdownStream, renderMarkdown, type TextStream } from '../../terminal/markdown-stream.ts';
import { RevealedStream } from '../../terminal/revealed-stream.ts';
import { shownLines } from '../../terminal/untrusted-text.ts';
import type { StepLines } from '../running/step-lines.ts';
import { failedAttempts } from '../runs/describe-model-answer.ts';

/** Prefix of each line of the agent, and of no other line, so that its text is distinguishable from reports about it. */
const margin = '│ ';

/** Prints a run for a conversation: responses as they arrive, with one line per step between them. */
export class ConversationPrinter {
  readonly #lines: StepLines;
  readonly #rendersMarkdown: boolean;
  #stream: TextStream | undefined;
  /** Text of the present response so far. */
  #streamed = '';
  /** The last answer that was shown whole. */
  #said = '';

  /**
   * @param lines step lines of the run
   * @param rendersMarkdown true to render the Markdown of the agent
   */
  constructor(lines: StepLines, { rendersMarkdown = false }: { rendersMarkdown?: boolean } = {}) {
    this.#lines = lines;
    this.#rendersMarkdown = rendersMarkdown;
  }

  /** @returns text to print unchanged, line ends included */
  tell(record: FollowedRecord): string {
    if (record.type === 'model.delta') return this.#delta(String(record.data.content));
    return this.#endOfStream() + this.#told(record);
  }

  /** Adds a record of a continued run that is not printed again. */
  know(record: FollowedRecord): void {
    this.#lines.tell(record);
  }

  #delta(content: string): string {
    const begins = this.#stream === undefined;
    this.#stream ??= this.#rendersMarkdown ? new MarkdownStream() : new RevealedStream();
    this.#streamed += content;
    return (begins ? margin : '') + withMargin(this.#stream.add(content));
  }

  #endOfStream(): string {
    if (!this.#stream) return '';
    const last = withMargin(this.#stream.end());
    this.#stream = undefined;
    return `${last}\n`;
  }

  #told(record: FollowedRecord): string {
    const { type, data } = record;
    if (type === 'model.requested') this.#streamed = '';
    if (type === 'model.answered') return this.#answered(data as unknown as ModelAnswered);
    const told = this.#lines.tell(record);
    if (type !== 'run.ended') return asLines(told);
    return this.#rest(data as unknown as RunEnded) + asLines(told.map(faint));
  }

  #answered({ content, attempts }: ModelAnswered): string {
    const wasStreamed = content === this.#streamed;
    this.#streamed = '';
    this.#said = content;
    return (
      asLines(failedAttempts(attempts)) + (wasStreamed || content.trim() === '' ? '' : this.#answer(content))
    );
  }

  /** Returns the answer unless it was shown. */
  #rest({ answer: last }: RunEnded): string {
    return last === '' || last === this.#said ? '' : this.#answer(last);
  }

  #answer(text: string): string {
    const lines = this.#rendersMarkdown ? renderMarkdown(text).split('\n') : shownLines(text);
    return asLines(lines.map((line) => margin + line));
  }
}

function asLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function withMargin(text: string): string {
  return text.replace(/\r?\n/g, (end) => `${end}${margin}`);
}
