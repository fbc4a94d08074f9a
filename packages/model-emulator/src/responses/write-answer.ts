import type { Answer } from '../answering/answer.ts';
import { tokensOf } from '../answering/estimate.ts';
import { CREATED } from '../openai/write-answer.ts';
import { signatureOf } from '../wire/signature-of.ts';
import { textPieces } from '../wire/text-pieces.ts';
import type { WireRequest } from '../wire/wire.ts';

type Item = Record<string, unknown> & { id: string; type: string };

export function toResponse(answer: Answer, request: WireRequest) {
  const isCut = answer.stop === 'length';
  return {
    ...getHead(answer),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: toItems(answer, request),
    usage: getUsage(answer),
  };
}

/** Yields the events of a stream. */
export function* collectEvents(answer: Answer, request: WireRequest): Generator<string> {
  let number = 0;
  const next = (type: string, data: object) => event(type, { sequence_number: number++, ...data });
  const begun = {
    ...getHead(answer),
    status: 'in_progress',
    incomplete_details: null,
    output: [],
    usage: null,
  };
  yield next('response.created', { response: begun });
  yield next('response.in_progress', { response: begun });
  for (const [index, item] of toItems(answer, request).entries())
    for (const [type, data] of eventsOfItem(item, answer)) yield next(type, { output_index: index, ...data });
  const whole = toResponse(answer, request);
  yield next(`response.${whole.status}`, { response: whole });
}

export function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function* eventsOfItem(item: Item, { text, thought, chunk, stop }: Answer): Generator<[string, object]> {
  const { id: item_id, type } = item;
  const begun = { ...item, ...emptied[type], ...(type === 'reasoning' ? {} : { status: 'in_progress' }) };
  yield ['response.output_item.added', { item: begun }];
  if (type === 'reasoning') {
    const at = { item_id, summary_index: 0 };
    const part = (said: string) => ({ ...at, part: { type: 'summary_text', text: said } });
    yield ['response.reasoning_summary_part.added', part('')];
    for (const delta of textPieces(thought, chunk))
      yield ['response.reasoning_summary_text.delta', { ...at, delta }];
    yield ['response.reasoning_summary_text.done', { ...at, text: thought }];
    yield ['response.reasoning_summary_part.done', part(thought)];
  } else if (type === 'message') {
    const at = { item_id, content_index: 0 };
    const kind = stop === 'refusal' ? 'refusal' : 'output_text';
    yield ['response.content_part.added', { ...at, part: toPart('', stop) }];
    for (const delta of textPieces(text, chunk))
      yield [`response.${kind}.delta`, { ...at, delta, logprobs: [] }];
    const said = kind === 'refusal' ? { refusal: text } : { text, logprobs: [] };
    yield [`response.${kind}.done`, { ...at, ...said }];
    yield ['response.content_part.done', { ...at, part: toPart(text, stop) }];
  } else {
    const written = String(item.arguments);
    for (const delta of textPieces(written, chunk))
      yield ['response.function_call_arguments.delta', { item_id, delta }];
    yield ['response.function_call_arguments.done', { item_id, name: item.name, arguments: written }];
  }
  yield ['response.output_item.done', { item }];
}

/** Members that are empty at the beginning of an item. */
const emptied: Readonly<Record<string, object>> = {
  reasoning: { summary: [] },
  message: { content: [] },
  function_call: { arguments: '' },
};

function toItems(answer: Answer, { withThoughts = false }: WireRequest): Item[] {
  const { id, thought, text, calls, stop } = answer;
  const status = stop === 'length' ? 'incomplete' : 'completed';
  const reasoning: Item = {
    id: `rs_${id}`,
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: thought }],
    ...(withThoughts ? { encrypted_content: signatureOf(thought) } : {}),
  };
  const message: Item = {
    id: `msg_${id}`,
    type: 'message',
    status,
    role: 'assistant',
    content: [toPart(text, stop)],
  };
  const items = calls.map(
    (call, index): Item => ({
      id: `fc_${id}${index}`,
      type: 'function_call',
      status,
      ...(call.id !== undefined && { call_id: call.id }),
      name: call.name,
      arguments: call.arguments,
    }),
  );
  return [...(thought === '' ? [] : [reasoning]), ...(text === '' ? [] : [message]), ...items];
}

function toPart(text: string, stop: Answer['stop']): object {
  if (stop === 'refusal') return { type: 'refusal', refusal: text };
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function getHead({ id, model }: Answer) {
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: CREATED,
    model,
    background: false,
    error: null,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    service_tier: 'default',
    store: false,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    user: null,
  };
}

function getUsage({ thought, usage: { input, output } }: Answer) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: Math.min(output, tokensOf(thought)) },
    total_tokens: input + output,
  };
}
