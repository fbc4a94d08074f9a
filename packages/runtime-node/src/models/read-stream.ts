import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { AnswerReader, type ReadAnswer } from './answer-reader.ts';
import { NonsenseAnswerError } from './wire/nonsense-answer-error.ts';

/**
 * Reads a stream as one response.
 * @throws NonsenseAnswerError for invalid content; the error that ended the stream
 */
export async function readStream(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  onText: (delta: string) => void,
): Promise<ReadAnswer> {
  const answer = new AnswerReader();
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined;
  for await (const part of stream) {
    if (part.type === 'text-delta') {
      answer.addText(part.delta);
      onText(part.delta);
    } else if (part.type === 'reasoning-delta') answer.addThought(part.delta);
    else if (part.type === 'tool-call') answer.addCall(part);
    else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish') finish = part;
  }
  if (!finish) throw new NonsenseAnswerError('the stream ended before the response was complete');
  return answer.end(finish);
}
