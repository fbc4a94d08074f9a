import type { LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { AnswerReader, type ReadAnswer } from './answer-reader.ts';
import type { OpenedModel } from './apis/opened-model.ts';

/**
 * Reads a complete response.
 * @throws NonsenseAnswerError if it is invalid
 */
export function readWhole(
  { content, finishReason, usage }: LanguageModelV3GenerateResult,
  { target }: Pick<OpenedModel, 'target'> = {},
): ReadAnswer {
  const answer = new AnswerReader(target);
  for (const part of content) {
    if (part.type === 'text') answer.addText(part.text);
    else if (part.type === 'reasoning') answer.addThought(part.text, part.providerMetadata);
    else if (part.type === 'tool-call') answer.addCall(part);
  }
  return answer.end({ finishReason, usage });
}
