import type { Answer, StopReason } from '../answering/answer.ts';
import { signatureOf } from '../wire/signature-of.ts';
import { textPieces } from '../wire/text-pieces.ts';

const stopReasons: Record<StopReason, string> = {
  end: 'end_turn',
  stopSequence: 'stop_sequence',
  toolCalls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
};

/** Part of a response: its complete form, its beginning in a stream, and its continuation. */
interface ContentBlock {
  whole: object;
  begin: object;
  deltas: Iterable<object>;
}

export function toMessage(answer: Answer) {
  return {
    ...getHead(answer),
    content: toBlocks(answer).map(({ whole }) => whole),
    ...findEnd(answer),
    usage: getUsage(answer, answer.usage.output),
  };
}

/** Yields the events of a stream. */
export function* collectEvents(answer: Answer): Generator<string> {
  const message = {
    ...getHead(answer),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
  };
  yield event('message_start', { message: { ...message, usage: getUsage(answer, 1) } });
  for (const [index, { begin, deltas }] of toBlocks(answer).entries()) {
    yield event('content_block_start', { index, content_block: begin });
    if (index === 0) yield event('ping', {});
    for (const delta of deltas) yield event('content_block_delta', { index, delta });
    yield event('content_block_stop', { index });
  }
  yield event('message_delta', {
    delta: { ...findEnd(answer), container: null },
    usage: getUsage(answer, answer.usage.output),
  });
  yield event('message_stop', {});
}

export function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function getHead({ id, model }: Answer) {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model, container: null };
}

function findEnd({ stop, stopSequence }: Answer) {
  return { stop_reason: stopReasons[stop], stop_sequence: stopSequence ?? null, stop_details: null };
}

/** Returns the usage. The vendor's `input_tokens` leave out those of the cache. */
function getUsage({ usage: { input, cacheRead = 0, cacheWrite = 0 } }: Answer, output: number) {
  return {
    input_tokens: input - cacheRead - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
    service_tier: 'standard',
  };
}

function toBlocks({ thought, text, calls, chunk }: Answer): ContentBlock[] {
  const signature = signatureOf(thought);
  const thinking: ContentBlock = {
    whole: { type: 'thinking', thinking: thought, signature },
    begin: { type: 'thinking', thinking: '', signature: '' },
    deltas: thinkingDeltas(thought, { chunk, signature }),
  };
  const said: ContentBlock = {
    whole: { type: 'text', text, citations: null },
    begin: { type: 'text', text: '', citations: null },
    deltas: textDeltas(text, chunk),
  };
  const uses = calls.map(({ id, name, arguments: written }): ContentBlock => {
    const head = { type: 'tool_use', ...(id !== undefined && { id }), name };
    return {
      whole: { ...head, input: getInput(written) },
      begin: { ...head, input: {} },
      deltas: inputDeltas(written, chunk),
    };
  });
  return [...(thought === '' ? [] : [thinking]), ...(text === '' ? [] : [said]), ...uses];
}

/**
 * The vendor parses its model's output. Invalid JSON has no representation in a complete response, so the text itself is returned.
 */
function getInput(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function* thinkingDeltas(thought: string, { chunk, signature }: { chunk: number; signature: string }) {
  for (const thinking of textPieces(thought, chunk)) yield { type: 'thinking_delta', thinking };
  yield { type: 'signature_delta', signature };
}

function* textDeltas(text: string, chunk: number) {
  for (const piece of textPieces(text, chunk)) yield { type: 'text_delta', text: piece };
}

function* inputDeltas(written: string, chunk: number) {
  yield { type: 'input_json_delta', partial_json: '' };
  for (const partial_json of textPieces(written, chunk)) yield { type: 'input_json_delta', partial_json };
}
