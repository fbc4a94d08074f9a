import {
  chunksOfCall,
  chunksOfMessage,
  messageEnd,
  messageStart,
  soundResponse,
  soundStop,
  writtenCall,
} from './anthropic-message.ts';
import { CallAssembler } from './call-assembler.ts';
import type { ServerEvent } from './event-parser.ts';
import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import {
  type ChunkReader,
  cutStream,
  type Loose,
  objectIn,
  readChunk,
  soundUsage,
  textIn,
  textsIn,
} from './sound-wire.ts';

/** Creates a reader of Anthropic's events. A call counts once its block was closed and the message has ended. */
export function createAnthropicReader(): ChunkReader {
  return new AnthropicReader();
}

interface Block {
  /** Index in the chunks that are passed on; absent for blocks that are held or ignored. */
  index?: number;
  type: unknown;
  begin: Loose;
  json: string;
  isClosed: boolean;
}

class AnthropicReader implements ChunkReader {
  readonly #blocks = new Map<number, Block>();
  #usage: Loose = {};
  #stop: unknown;
  #isStarted = false;
  #isDone = false;
  #passed = 0;
  /** Chunks of a whole message that was sent inside the stream. */
  #whole: Loose[] | undefined;

  read(event: ServerEvent): Loose[] {
    if (this.#isDone || event.data.trim() === '[DONE]') return [];
    const chunk = readChunk(event);
    if (!chunk) return [];
    switch (typeof chunk.type === 'string' ? chunk.type : event.type) {
      case 'message_start':
        return this.#start(objectIn(chunk.message) ?? {});
      case 'content_block_start':
        return this.#open(toIndex(chunk.index), objectIn(chunk.content_block) ?? {});
      case 'content_block_delta':
        return this.#continue(toIndex(chunk.index), objectIn(chunk.delta) ?? {});
      case 'content_block_stop':
        return this.#close(toIndex(chunk.index));
      case 'message_delta': {
        const delta = objectIn(chunk.delta);
        this.#stop = delta?.stop_reason ?? this.#stop;
        this.#usage = { ...this.#usage, ...soundUsage(chunk.usage) };
        return [];
      }
      case 'message_stop':
        this.#isDone = true;
        return [];
      case 'message':
        this.#whole = chunksOfMessage(soundResponse(chunk));
        this.#isDone = true;
        return [];
      default:
        return [];
    }
  }

  end(): Loose[] {
    if (this.#whole && !this.#isStarted) return this.#whole;
    if (!this.#isDone) throw cutStream();
    const held = [...this.#blocks.values()].filter(({ type }) => type === 'tool_use');
    if (held.some(({ isClosed }) => !isClosed))
      throw new NonsenseAnswerError('the response ended within a tool call');
    const assembler = new CallAssembler();
    assembler.addWhole(
      held.map(({ begin, json }) => writtenCall({ ...begin, input: json === '' ? begin.input : json })),
    );
    const calls = assembler.end();
    return [
      ...this.#started(),
      ...calls.flatMap((call, at) => chunksOfCall(call, this.#passed + at)),
      ...messageEnd(soundStop(this.#stop, calls.length > 0), this.#usage),
    ];
  }

  #start(message: Loose): Loose[] {
    if (this.#isStarted) return [];
    this.#usage = { ...this.#usage, ...soundUsage(message.usage) };
    this.#stop = message.stop_reason ?? this.#stop;
    this.#isStarted = true;
    return [messageStart(textsIn(message, ['id', 'model']), this.#usage)];
  }

  #started(): Loose[] {
    return this.#isStarted ? [] : this.#start({});
  }

  #open(key: number, begin: Loose): Loose[] {
    const { type } = begin;
    const block: Block = { type, begin, json: '', isClosed: false };
    // A repeated index begins another block; the earlier one keeps its place.
    const known = this.#blocks.get(key);
    if (known) this.#blocks.set(-1 - this.#blocks.size, known);
    this.#blocks.set(key, block);
    const isThought = type === 'thinking' || type === 'redacted_thinking';
    if (type !== 'text' && !isThought) return [];
    block.index = this.#passed++;
    const passed =
      type === 'text'
        ? { type, text: textIn(begin.text) }
        : type === 'thinking'
          ? { type, thinking: '' }
          : { type, data: textIn(begin.data) };
    const first = [
      { type: 'content_block_start', index: block.index, content_block: { ...passed, ...emptyText(type) } },
    ];
    const text = type === 'text' ? { type: 'text_delta', text: textIn(begin.text) } : undefined;
    const thought =
      type === 'thinking' ? { type: 'thinking_delta', thinking: textIn(begin.thinking) } : undefined;
    const said = text?.text || thought?.thinking ? (text ?? thought) : undefined;
    return [
      ...this.#started(),
      ...first,
      ...(said === undefined ? [] : [{ type: 'content_block_delta', index: block.index, delta: said }]),
    ];
  }

  #continue(key: number, delta: Loose): Loose[] {
    const opened = this.#blocks.has(key) ? [] : this.#open(key, beginOf(delta.type));
    const block = this.#blocks.get(key);
    if (!block) return opened;
    if (delta.type === 'input_json_delta') {
      block.json += textIn(delta.partial_json);
      return opened;
    }
    const texts = textsIn(delta, ['text', 'thinking', 'signature']);
    const fits = (namesByDelta[textIn(delta.type)] ?? '') in texts;
    if (block.index === undefined || block.isClosed || !fits) return opened;
    return [
      ...opened,
      { type: 'content_block_delta', index: block.index, delta: { type: delta.type, ...texts } },
    ];
  }

  #close(key: number): Loose[] {
    const block = this.#blocks.get(key);
    if (!block || block.isClosed) return [];
    block.isClosed = true;
    return block.index === undefined ? [] : [{ type: 'content_block_stop', index: block.index }];
  }
}

const namesByDelta: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
};

/** Text of a block's beginning follows as a piece, as the SDK reads only pieces. */
function emptyText(type: unknown): Loose {
  return type === 'text' ? { text: '' } : {};
}

/** Returns the beginning of a block that a provider left out. */
function beginOf(delta: unknown): Loose {
  if (delta === 'input_json_delta') return { type: 'tool_use' };
  return delta === 'text_delta' ? { type: 'text' } : { type: 'thinking' };
}

function toIndex(index: unknown): number {
  return typeof index === 'number' ? index : 0;
}
