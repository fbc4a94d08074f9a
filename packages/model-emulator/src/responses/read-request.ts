import type { PastCall, Turn } from '../conversation/conversation.ts';
import { readWith } from '../wire/read-with.ts';
import { signatureOf } from '../wire/signature-of.ts';
import type { WireRequest } from '../wire/wire.ts';
import { WireError } from '../wire/wire-error.ts';
import { hasFiles, type Item, responsesRequestSchema, textOfContent } from './request-schema.ts';

/** @throws WireError as the vendor refuses */
export function readRequest(body: unknown): WireRequest {
  const request = readWith(responsesRequestSchema, body);
  const { model, input, instructions, stream, tools, max_output_tokens: maximum, include } = request;
  const items: Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  return {
    conversation: {
      model,
      system: [...(instructions ? [instructions] : []), ...items.flatMap(systemTexts)].join('\n\n'),
      turns: new Reading(items).turns(),
      tools: (tools ?? []).map(({ name }) => name),
      ...(maximum && { maximumTokens: maximum }),
      stopSequences: [],
    },
    messages: input,
    stream: stream ?? false,
    streamUsage: true,
    withThoughts: include?.includes('reasoning.encrypted_content') ?? false,
  };
}

function systemTexts(item: Item): string[] {
  return isMessage(item) && (item.role === 'system' || item.role === 'developer')
    ? [textOfContent(item.content)]
    : [];
}

type Message = Extract<Item, { type?: 'message' | undefined }>;

function isMessage(item: Item): item is Message {
  return item.type === undefined || item.type === 'message';
}

/** Reads items as turns. Checks that each call has an output, and that each output belongs to a call. */
class Reading {
  readonly #items: readonly Item[];
  readonly #turns: Turn[] = [];
  readonly #open = new Map<string, string>();

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  turns(): Turn[] {
    for (const [index, item] of this.#items.entries()) this.#read(item, index);
    const [left] = this.#open.keys();
    if (left !== undefined) refuse('input', `No tool output found for function call ${left}.`);
    return this.#turns;
  }

  #read(item: Item, index: number): void {
    if (isMessage(item)) this.#message(item);
    else if (item.type === 'function_call') {
      const { call_id, name, arguments: written } = item;
      this.#open.set(call_id, name);
      this.#assistant().calls.push({ name, arguments: written });
    } else if (item.type === 'function_call_output') {
      const tool =
        this.#open.get(item.call_id) ??
        refuse(
          `input[${index}]`,
          `No tool call found for function call output with call_id ${item.call_id}.`,
        );
      this.#open.delete(item.call_id);
      this.#turns.push({ role: 'tool', tool, text: textOfContent(item.output) });
    } else if (item.type === 'reasoning') this.#reasoning(item, index);
    else
      refuse(
        `input[${index}]`,
        `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`,
      );
  }

  #message({ role, content }: Message): void {
    if (role === 'assistant') this.#assistant().text += textOfContent(content);
    if (role !== 'user') return;
    const result = this.#turns.at(-1);
    // Outputs have no files here: clients send them in the message after the outputs.
    if (result?.role === 'tool' && hasFiles(content)) result.text += `\n${textOfContent(content)}`;
    else this.#turns.push({ role: 'user', text: textOfContent(content) });
  }

  #assistant(): { text: string; calls: PastCall[] } {
    const last = this.#turns.at(-1);
    if (last?.role === 'assistant') return last;
    const turn = { role: 'assistant' as const, text: '', calls: [] };
    this.#turns.push(turn);
    return turn;
  }

  /** The vendor decrypts its thoughts, and refuses those that nothing of the same response follows. */
  #reasoning(
    { id, summary, encrypted_content: encrypted }: Extract<Item, { type: 'reasoning' }>,
    index: number,
  ) {
    const thought = summary.map(({ text }) => text).join('');
    if (encrypted !== signatureOf(thought))
      refuse(`input[${index}]`, `The encrypted content of item ${id} could not be verified.`);
    const next = this.#items[index + 1];
    const follows =
      next !== undefined &&
      (isMessage(next)
        ? next.role === 'assistant'
        : next.type === 'function_call' || next.type === 'reasoning');
    if (!follows)
      refuse(
        `input[${index}]`,
        `Item '${id}' of type 'reasoning' was provided without its required following item.`,
      );
  }
}

function refuse(parameter: string, reason: string): never {
  throw new WireError('invalid_request', reason, { parameter });
}
