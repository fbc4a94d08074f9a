import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { AnswerReader, type ReadAnswer } from './answer-reader.ts';
import type { OpenedModel } from './apis/opened-model.ts';
import { NonsenseAnswerError } from './wire/nonsense-answer-error.ts';

/**
 * Reads a stream as one response.
 * @throws NonsenseAnswerError for invalid content; the error that ended the stream
 */
export async function readStream(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  onText: (delta: string) => void,
  { target, isUnchecked = false }: Pick<OpenedModel, 'target' | 'isUnchecked'> = {},
): Promise<ReadAnswer> {
  const answer = new AnswerReader(target);
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined;
  for await (const part of stream) {
    if (part.type === 'text-delta') {
      answer.addText(part.delta);
      onText(part.delta);
    } else if (part.type === 'reasoning-start') answer.openThought(part.id, part.providerMetadata);
    else if (part.type === 'reasoning-delta')
      answer.continueThought(part.id, part.delta, part.providerMetadata);
    else if (part.type === 'reasoning-end') answer.continueThought(part.id, '', part.providerMetadata);
    else if (part.type === 'tool-call') answer.addCall(part);
    else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish') finish = part;
  }
  if (!finish) throw new NonsenseAnswerError('the stream ended before the response was complete');
  const read = answer.end(finish);
  // Without a check of the protocol, an unknown finish reason may be that of a stream that was cut.
  if (isUnchecked && read.tool_calls.length > 0 && finish.finishReason.unified === 'other')
    throw new NonsenseAnswerError('the stream ended before the response was complete');
  return read;
}
