import type { Answer, StopReason } from '../answering/answer.ts';
import { tokensOf } from '../answering/estimate.ts';
import { signatureOf } from '../wire/signature-of.ts';
import { textPieces } from '../wire/text-pieces.ts';
import type { WireRequest } from '../wire/wire.ts';

const finishReasons: Record<StopReason, string> = {
  end: 'STOP',
  stopSequence: 'STOP',
  toolCalls: 'STOP',
  length: 'MAX_TOKENS',
  refusal: 'SAFETY',
};

export function toContent(answer: Answer, { withThoughts = false }: WireRequest) {
  const { thought, text } = answer;
  const parts = [
    ...(withThoughts && thought !== '' ? [{ text: thought, thought: true }] : []),
    ...(text === '' ? [] : [{ text }]),
    ...toCalls(answer),
  ];
  return getChunk(answer, parts, finishReasons[answer.stop]);
}

/** Yields the chunks of a stream. */
export function* collectChunks(answer: Answer, { withThoughts = false }: WireRequest): Generator<string> {
  const { thought, text, chunk } = answer;
  const event = (parts: object[], reason?: string) =>
    `data: ${JSON.stringify(getChunk(answer, parts, reason))}\r\n\r\n`;
  if (withThoughts)
    for (const piece of textPieces(thought, chunk)) yield event([{ text: piece, thought: true }]);
  for (const piece of textPieces(text, chunk)) yield event([{ text: piece }]);
  for (const part of toCalls(answer)) yield event([part]);
  yield event([{ text: '' }], finishReasons[answer.stop]);
}

function getChunk(answer: Answer, parts: object[], reason: string | undefined) {
  const { id, model } = answer;
  return {
    candidates: [
      {
        content: { parts, role: 'model' },
        ...(reason === undefined ? {} : { finishReason: reason }),
        index: 0,
      },
    ],
    usageMetadata: getUsage(answer, reason !== undefined),
    modelVersion: model,
    responseId: id,
  };
}

/** Returns the calls. The first one has the signature of the thoughts that led to it. */
function toCalls({ calls, thought }: Answer): object[] {
  return calls.map(({ id, name, arguments: written }, index) => ({
    functionCall: { ...(id === undefined ? {} : { id }), name, args: getArguments(written) },
    ...(thought !== '' && index === 0 ? { thoughtSignature: signatureOf(name) } : {}),
  }));
}

/**
 * The vendor parses its model's output. Invalid JSON has no representation in this protocol, so the text itself is returned.
 */
function getArguments(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function getUsage({ thought, usage: { input, output } }: Answer, isEnd: boolean) {
  const thoughts = Math.min(output, tokensOf(thought));
  return {
    promptTokenCount: input,
    ...(isEnd ? { candidatesTokenCount: output - thoughts } : {}),
    ...(isEnd && thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
    totalTokenCount: isEnd ? input + output : input,
  };
}
