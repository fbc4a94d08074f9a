import type { FollowedRecord, ModelAnswered, RunEnded } from '@agent-home/agent-runtime/run-log';
import { faint } from '../../terminal/colours.ts';
import { MarkdownStream, renderMarkdown, type TextStream } from '../../terminal/markdown-stream.ts';
import { RevealedStream } from '../../terminal/revealed-stream.ts';
import { shownLines } from '../../terminal/untrusted-text.ts';
import { endLine } from '../runs/describe-ends.ts';
import { failedAttempts } from '../runs/describe-model-answer.ts';
import { RunPrinter } from '../runs/run-printer.ts';

/** Prefix of each line of the agent, and of no other line, so that its text is distinguishable from reports about it. */
const margin = '│ ';

/** Records that are not shown in a conversation: the user typed them, or they are in `trace`. */
const untold = new Set(['run.started', 'kairo.user.message', 'context.built']);

/** Prints a run for a conversation: responses as they arrive, with calls and decisions between them. */
export class ConversationPrinter {
  readonly #lines = new RunPrinter();
  readonly #rendersMarkdown: boolean;
  #stream: TextStream | undefined;
  /** Text of the present response so far. */
  #streamed = '';
  /** The last answer that was shown whole. */
  #said = '';

  /** @param rendersMarkdown true to render the Markdown of the agent */
  constructor({ rendersMarkdown = false }: { rendersMarkdown?: boolean } = {}) {
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
    if (type === 'run.ended') return this.#ended(data as unknown as RunEnded);
    // Text next to its calls is already printed.
    if (type === 'kairo.agent.thought' && String(data.content).trim() === this.#said.trim()) return '';
    const told = this.#lines.tell(record);
    return untold.has(type) ? '' : asLines(told);
  }

  #answered({ content, attempts }: ModelAnswered): string {
    const wasStreamed = content === this.#streamed;
    this.#streamed = '';
    this.#said = content;
    return (
      asLines(failedAttempts(attempts)) + (wasStreamed || content.trim() === '' ? '' : this.#answer(content))
    );
  }

  #ended({ status, code, answer: last, usage }: RunEnded): string {
    const rest = last === '' || last === this.#said ? '' : this.#answer(last);
    return `${rest}${faint(endLine(status, code, usage))}\n`;
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
