import { CallAssembler } from './call-assembler.ts';
import { EventParser, type ServerEvent } from './event-parser.ts';
import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { ProviderError, providerError } from './provider-error.ts';
import {
  getFinish,
  type Loose,
  looseSchema,
  soundFinish,
  soundHead,
  soundTexts,
  soundUsage,
} from './sound-completion.ts';

/**
 * Converts a stream of chunks to the form that the SDK reads. Text is passed through at once. Calls are assembled and follow whole,
 * so that a missing or repeated id or index cannot mix them up.
 */
export function soundStream(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const parser = new EventParser();
  const reader = new ChunkReader();
  const write = (chunks: Loose[], controller: TransformStreamDefaultController<Uint8Array>) => {
    for (const chunk of chunks) controller.enqueue(encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`));
  };
  return new TransformStream({
    transform(bytes, controller) {
      for (const event of parser.push(decoder.decode(bytes, { stream: true })))
        write(reader.read(event), controller);
    },
    flush(controller) {
      for (const event of [...parser.push(decoder.decode()), ...parser.end()])
        write(reader.read(event), controller);
      write(reader.end(), controller);
      controller.enqueue(encoder.encode('data: [DONE]\n\n'));
    },
  });
}

class ChunkReader {
  readonly #calls = new CallAssembler();
  #finish: string | undefined;
  #usage: Loose | null = null;
  #hasContent = false;
  #isDone = false;

  /** @throws ProviderError, NonsenseAnswerError */
  read({ type, data }: ServerEvent): Loose[] {
    if (this.#isDone || data.trim() === '') return [];
    if (data.trim() === '[DONE]') {
      this.#isDone = true;
      return [];
    }
    const value = toJson(data);
    const error = providerError(value);
    if (error) throw error;
    if (type === 'error') throw new ProviderError(data, '');
    const chunk = looseSchema.safeParse(value).data;
    if (!chunk)
      throw new NonsenseAnswerError(`the provider sent a chunk that is not an object: ${data.slice(0, 200)}`);
    const usage = soundUsage(chunk.usage);
    if (usage) this.#usage = usage;
    const [first] = Array.isArray(chunk.choices) ? chunk.choices : [];
    const choice = looseSchema.safeParse(first).data;
    return choice ? this.#readChoice(chunk, choice) : [];
  }

  /**
   * Returns the calls, the finish reason and the usage.
   * @throws NonsenseAnswerError if no sign shows that the response is complete
   */
  end(): Loose[] {
    const calls = this.#calls.end();
    if (this.#finish === undefined && !this.#isDone)
      throw new NonsenseAnswerError('the stream ended before the response was complete');
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

function toJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new NonsenseAnswerError(`the provider sent a chunk that is not JSON: ${data.slice(0, 200)}`);
  }
}
