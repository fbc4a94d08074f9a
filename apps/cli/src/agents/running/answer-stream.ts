import type { FollowedRecord } from '@agent-home/agent-runtime/run-log';
import { revealedText } from '@agent-home/protocol';
import { MarkdownStream, renderMarkdown, type TextStream } from '../../terminal/markdown-stream.ts';
import { RevealedStream } from '../../terminal/revealed-stream.ts';

/**
 * Text for standard output, which has the answer alone. A terminal gets each response as it arrives, text between calls included,
 * because both outputs share the screen. A pipe or file gets the final answer only.
 */
export class AnswerStream {
  readonly #streams: boolean;
  readonly #rendersMarkdown: boolean;
  #stream: TextStream | undefined;
  /** Text of the present response so far, as the model wrote it. */
  #streamed = '';
  /** Text of the last complete response that was printed. */
  #printed = '';

  /** @param rendersMarkdown true to render the Markdown of the agent, which only a terminal shows */
  constructor({ isTerminal, rendersMarkdown = false }: { isTerminal: boolean; rendersMarkdown?: boolean }) {
    this.#streams = isTerminal;
    this.#rendersMarkdown = isTerminal && rendersMarkdown;
  }

  /** @returns text to print unchanged; empty if the record adds none */
  tell({ type, data }: FollowedRecord): string {
    if (this.#streams && type === 'model.delta') return this.#onDelta(String(data.content));
    const rest = this.#end();
    if (type !== 'run.ended') return rest;
    const answer = String(data.answer ?? '');
    if (answer === '' || answer === this.#printed) return rest;
    return `${rest}${this.#rendersMarkdown ? renderMarkdown(answer) : revealedText(answer)}\n`;
  }

  #onDelta(content: string): string {
    this.#stream ??= this.#rendersMarkdown ? new MarkdownStream() : new RevealedStream();
    this.#streamed += content;
    return this.#stream.add(content);
  }

  #end(): string {
    if (!this.#stream) return '';
    const last = this.#stream.end();
    this.#stream = undefined;
    this.#printed = this.#streamed;
    this.#streamed = '';
    return `${last}\n`;
  }
}
