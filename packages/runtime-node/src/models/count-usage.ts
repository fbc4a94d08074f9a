import {
  type ModelAnswer,
  type ModelRequest,
  tokensOfRequest,
  tokensOfText,
} from '@agent-home/agent-runtime';
import type { ReadAnswer } from './answer-reader.ts';

/**
 * Counts the tokens of one response: as reported, or estimated if the provider reports none, or zero for a text that is present
 * (ADR 0038).
 */
export function countUsage(request: ModelRequest, answer: ReadAnswer): ModelAnswer['usage'] {
  const { input, output, cacheRead = 0, cacheWrite = 0 } = answer.reported;
  const generated = tokensOfAnswer(answer);
  const reportedInput = input === 0 ? undefined : input;
  const reportedOutput = output === 0 && generated > 0 ? undefined : output;
  const isReported = reportedInput !== undefined && reportedOutput !== undefined;
  return {
    input_tokens: reportedInput ?? tokensOfRequest(request),
    output_tokens: reportedOutput ?? generated,
    // Counts above the input would make a cost negative.
    ...(isReported && cacheRead > 0 && cacheRead + cacheWrite <= reportedInput
      ? { cache_read_input_tokens: cacheRead }
      : {}),
    ...(isReported && cacheWrite > 0 && cacheRead + cacheWrite <= reportedInput
      ? { cache_write_input_tokens: cacheWrite }
      : {}),
    ...(isReported ? {} : { estimated: true as const }),
  };
}

function tokensOfAnswer({ content, thought, tool_calls }: ReadAnswer): number {
  const calls = tool_calls.map((call) => tokensOfText(call.name + call.arguments));
  return calls.reduce((sum, tokens) => sum + tokens, tokensOfText(content) + tokensOfText(thought));
}
