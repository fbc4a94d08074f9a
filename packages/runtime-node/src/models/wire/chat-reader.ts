import { CallAssembler } from './call-assembler.ts';
import type { ServerEvent } from './event-parser.ts';
import { getFinish, soundFinish, soundHead, soundTexts } from './sound-completion.ts';
import { type ChunkReader, cutStream, type Loose, looseSchema, readChunk, soundUsage } from './sound-wire.ts';

/** Creates a reader that assembles calls, so that a missing or repeated id or index cannot mix them up. */
export function createChatReader(): ChunkReader {
  return new ChatReader();
}

class ChatReader implements ChunkReader {
  readonly #calls = new CallAssembler();
  #finish: string | undefined;
  #usage: Loose | null = null;
  #hasContent = false;
  #isDone = false;

  read({ type, data }: ServerEvent): Loose[] {
    if (this.#isDone || data.trim() === '') return [];
    if (data.trim() === '[DONE]') {
      this.#isDone = true;
      return [];
    }
    const chunk = readChunk({ type, data });
    if (!chunk) return [];
    const usage = soundUsage(chunk.usage);
    if (usage) this.#usage = usage;
    const [first] = Array.isArray(chunk.choices) ? chunk.choices : [];
    const choice = looseSchema.safeParse(first).data;
    return choice ? this.#readChoice(chunk, choice) : [];
  }

  /** Returns the calls, the finish reason and the usage. */
  end(): Loose[] {
    const calls = this.#calls.end();
    if (this.#finish === undefined && !this.#isDone) throw cutStream();
    const finish = getFinish(this.#finish, calls);
    const delta = calls.length === 0 ? {} : { tool_calls: calls };
    return [
      { choices: [{ index: 0, delta, finish_reason: finish }] },
      ...(this.#usage ? [{ choices: [], usage: this.#usage }] : []),
    ];
  }

  #readChoice(chunk: Loose, choice: Loose): Loose[] {
    this.#finish = soundFinish(choice) ?? this.#finish;
    const delta = looseSchema.safeParse(choice.delta).data;
    const message = looseSchema.safeParse(choice.message).data;
    // Some servers close a stream with the whole message again.
    const isRepeated = this.#hasContent || !this.#calls.isEmpty;
    const said = delta ?? (isRepeated ? undefined : message);
    if (!said) return [];
    if (delta) this.#calls.add(said.tool_calls);
    else this.#calls.addWhole(said.tool_calls);
    // Older form of `tool_calls`.
    if (said.function_call) this.#calls.add([{ index: 0, function: said.function_call }]);
    const texts = soundTexts(said);
    if (typeof texts.content === 'string' && texts.content !== '') this.#hasContent = true;
    const choices = [{ index: 0, delta: { ...texts, role: 'assistant' }, finish_reason: null }];
    return [{ ...soundHead(chunk), choices }];
  }
}
