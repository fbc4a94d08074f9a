import type { Answer, AnsweredCall, StopReason } from '../answering/answer.ts';
import { textPieces } from '../wire/text-pieces.ts';
import type { WireRequest } from '../wire/wire.ts';

/** Constant time in seconds, so that the same request has the same response, to the byte. */
export const CREATED = 1_750_000_000;

const finishReasons: Record<StopReason, string> = {
  end: 'stop',
  stopSequence: 'stop',
  toolCalls: 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
};

export function toCompletion(answer: Answer) {
  const { text, thought, calls } = answer;
  return {
    ...getHead(answer, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          ...(thought !== '' && { reasoning_content: thought }),
          refusal: null,
          annotations: [],
          ...(calls.length > 0 && { tool_calls: calls.map(getCall) }),
        },
        logprobs: null,
        finish_reason: finishReasons[answer.stop],
      },
    ],
    usage: getUsage(answer),
  };
}

/** Yields the chunks of a stream as events, followed by the end marker. */
export function* collectChunks(answer: Answer, { streamUsage }: WireRequest): Generator<string> {
  const head = getHead(answer, 'chat.completion.chunk');
  const event = (delta: object, reason: string | null = null) => {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }];
    return `data: ${JSON.stringify({ ...head, choices, ...(streamUsage && { usage: null }) })}\n\n`;
  };
  const content = answer.text === '' && answer.calls.length > 0 ? null : '';
  yield event({ role: 'assistant', content, refusal: null });
  for (const piece of textPieces(answer.thought, answer.chunk)) yield event({ reasoning_content: piece });
  for (const piece of textPieces(answer.text, answer.chunk)) yield event({ content: piece });
  for (const [index, call] of answer.calls.entries()) {
    const opened = getCall({ ...call, arguments: '' });
    yield event({ tool_calls: [{ index, ...opened }] });
    for (const piece of textPieces(call.arguments, answer.chunk))
      yield event({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield event({}, finishReasons[answer.stop]);
  if (streamUsage) yield `data: ${JSON.stringify({ ...head, choices: [], usage: getUsage(answer) })}\n\n`;
  yield 'data: [DONE]\n\n';
}

function getHead({ id, model }: Answer, object: string) {
  return { id: `chatcmpl-${id}`, object, created: CREATED, model, service_tier: 'default' };
}

function getCall({ id, name, arguments: written }: AnsweredCall) {
  return { ...(id !== undefined && { id }), type: 'function', function: { name, arguments: written } };
}

function getUsage({ usage: { input, output } }: Answer) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  };
}
