import type { LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { AnswerReader, type ReadAnswer } from './answer-reader.ts';

/**
 * Reads a complete response.
 * @throws NonsenseAnswerError if it is invalid
 */
export function readWhole({ content, finishReason, usage }: LanguageModelV3GenerateResult): ReadAnswer {
  const answer = new AnswerReader();
  for (const part of content) {
    if (part.type === 'text') answer.addText(part.text);
    else if (part.type === 'reasoning') answer.addThought(part.text);
    else if (part.type === 'tool-call') answer.addCall(part);
  }
  return answer.end({ finishReason, usage });
}
