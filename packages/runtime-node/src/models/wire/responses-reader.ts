import type { ServerEvent } from './event-parser.ts';
import { NonsenseAnswerError } from './nonsense-answer-error.ts';
import { ProviderError } from './provider-error.ts';
import {
  callItem,
  chunksOfItem,
  chunksOfResponse,
  completed,
  completeUsage,
  created,
  incompleteDetails,
  requireEnded,
  soundCalls,
  soundHead,
  soundResponse,
  summaryPart,
  summaryText,
} from './responses-items.ts';
import {
  type ChunkReader,
  cutStream,
  type Loose,
  objectIn,
  objectsIn,
  readChunk,
  textIn,
  textsIn,
} from './sound-wire.ts';

/** Creates a reader of the events of OpenAI's responses. A call counts once its item is done and the response has ended. */
export function createResponsesReader(): ChunkReader {
  return new ResponsesReader();
}

interface Item {
  id: string;
  /** Index in the chunks that are passed on. */
  index: number;
  type: 'message' | 'reasoning';
  /** Last part of a summary that was begun. */
  part: number;
  isDone: boolean;
}

interface HeldCall {
  item: Loose;
  written: string;
  isDone: boolean;
}

class ResponsesReader implements ChunkReader {
  readonly #items = new Map<string, Item>();
  readonly #calls = new Map<string, HeldCall>();
  #last: Loose | undefined;
  #isStarted = false;
  #hasText = false;
  #passed = 0;
  /** Chunks of a whole response that was sent inside the stream. */
  #whole: Loose[] | undefined;

  read(event: ServerEvent): Loose[] {
    if (this.#last || this.#whole || event.data.trim() === '[DONE]') return [];
    const chunk = readChunk(event);
    if (!chunk) return [];
    const type = typeof chunk.type === 'string' ? chunk.type : event.type;
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
        return this.#start(objectIn(chunk.response) ?? {});
      case 'response.output_item.added':
      case 'response.output_item.done':
        return this.#item(chunk, objectIn(chunk.item) ?? {}, type.endsWith('done'));
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return this.#text(type, chunk);
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#thought(chunk);
      case 'response.function_call_arguments.delta':
        this.#call(chunk).written += textIn(chunk.delta);
        return [];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return this.#end(chunk, type);
      default:
        // Some servers send the whole response as one event.
        if (Array.isArray(chunk.output) && !this.#isStarted)
          this.#whole = chunksOfResponse(soundResponse(chunk));
        return [];
    }
  }

  end(): Loose[] {
    if (this.#whole) return this.#whole;
    const last = this.#last;
    if (!last) throw cutStream();
    const items = this.#callItems(last);
    const incomplete = incompleteDetails(last);
    return [
      ...this.#started(),
      ...[...this.#items.values()].flatMap((item) => this.#close(item, {})),
      ...this.#leftText(last),
      ...soundCalls(items).flatMap((call) => chunksOfItem(callItem(call), this.#passed++)),
      completed({ incomplete_details: incomplete, usage: completeUsage(last.usage) }),
    ];
  }

  /** Returns the items of calls: as they were done in the stream, else as the ended response lists them. */
  #callItems(last: Loose): Loose[] {
    const held = [...this.#calls.values()];
    const listed = objectsIn(last.output).filter(({ type }) => type === 'function_call');
    const isCut = incompleteDetails(last) !== null;
    const known = (call: HeldCall) =>
      listed.find(({ call_id: id }) => id !== undefined && id === call.item.call_id);
    const items = held.map((call) => {
      const whole = call.isDone ? undefined : known(call);
      if (!call.isDone && !whole && !isCut)
        throw new NonsenseAnswerError('the response ended within a tool call');
      const written = call.item.arguments;
      return whole ?? { ...call.item, arguments: isMissing(written) ? call.written : written };
    });
    return held.length === 0 ? listed : items;
  }

  /** Returns the text of the ended response if no piece of it was sent. */
  #leftText({ output }: Loose): Loose[] {
    if (this.#hasText) return [];
    const texts = objectsIn(output).flatMap(({ type, content }) =>
      type === 'message' ? objectsIn(content).map(({ text }) => textIn(text)) : [],
    );
    const text = texts.join('');
    if (text === '') return [];
    const item = { type: 'message', id: 'msg_left', content: [{ text }] };
    return chunksOfItem(item, this.#passed++);
  }

  #end(chunk: Loose, type: string): Loose[] {
    const response = objectIn(chunk.response) ?? {};
    requireEnded(response);
    if (type === 'response.failed')
      throw new ProviderError(`the provider ended the response as failed`, textIn(chunk.code));
    const status = type === 'response.incomplete' ? { status: 'incomplete' } : {};
    this.#last = { ...response, ...status };
    return [];
  }

  #start(response: Loose): Loose[] {
    if (this.#isStarted) return [];
    this.#isStarted = true;
    return [created(soundHead(response))];
  }

  #started(): Loose[] {
    return this.#isStarted ? [] : this.#start({});
  }

  #item(chunk: Loose, item: Loose, isDone: boolean): Loose[] {
    if (item.type === 'function_call') {
      const call = this.#call({ ...chunk, item_id: item.id });
      call.item = { ...call.item, ...item };
      call.isDone ||= isDone;
      return [];
    }
    if (item.type !== 'message' && item.type !== 'reasoning') return [];
    const { opened, chunks } = this.#opened(keyOf({ ...chunk, item_id: item.id }), item.type);
    return isDone ? [...chunks, ...this.#close(opened, item)] : chunks;
  }

  #text(type: string, chunk: Loose): Loose[] {
    const delta = textIn(chunk.delta);
    const { opened, chunks } = this.#opened(keyOf(chunk), 'message');
    if (delta === '' || opened.isDone) return chunks;
    this.#hasText = true;
    return [...chunks, { type, item_id: opened.id, delta }];
  }

  #thought(chunk: Loose): Loose[] {
    const { opened, chunks } = this.#opened(keyOf(chunk), 'reasoning');
    if (opened.isDone) return chunks;
    const part = typeof chunk.summary_index === 'number' ? chunk.summary_index : 0;
    const begun = part > opened.part ? [summaryPart(opened.id, part)] : [];
    opened.part = Math.max(opened.part, part);
    return [...chunks, ...begun, summaryText(opened.id, part, textIn(chunk.delta))];
  }

  #opened(key: string, type: Item['type']): { opened: Item; chunks: Loose[] } {
    const known = this.#items.get(`${type} ${key}`);
    if (known) return { opened: known, chunks: [] };
    const id = `${type === 'message' ? 'msg' : 'rs'}_${this.#passed}`;
    const opened: Item = {
      id: key.startsWith('#') ? id : key,
      index: this.#passed++,
      type,
      part: 0,
      isDone: false,
    };
    this.#items.set(`${type} ${key}`, opened);
    const item = { type, id: opened.id };
    const added = { type: 'response.output_item.added', output_index: opened.index, item };
    return { opened, chunks: [...this.#started(), added] };
  }

  #close(item: Item, written: Loose): Loose[] {
    if (item.isDone) return [];
    item.isDone = true;
    const encrypted = item.type === 'reasoning' ? textsIn(written, ['encrypted_content']) : {};
    const done = { type: item.type, id: item.id, ...encrypted };
    return [{ type: 'response.output_item.done', output_index: item.index, item: done }];
  }

  #call(chunk: Loose): HeldCall {
    const key = keyOf(chunk);
    const known = this.#calls.get(key);
    if (known) return known;
    const call: HeldCall = { item: {}, written: '', isDone: false };
    this.#calls.set(key, call);
    return call;
  }
}

/** Identifies an item by its position, or by its id where a server sends none. */
function keyOf({ output_index: index, item_id: id }: Loose): string {
  if (typeof id === 'string' && id !== '') return id;
  return `#${typeof index === 'number' ? index : 0}`;
}

function isMissing(written: unknown): boolean {
  return written === undefined || written === null || written === '';
}
