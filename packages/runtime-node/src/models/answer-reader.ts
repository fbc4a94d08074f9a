import type { ModelAnswer } from '@agent-home/agent-runtime';
import { mostTokensOfAnswer } from '@agent-home/agent-runtime/run-log';
import type { LanguageModelV3FinishReason, LanguageModelV3Usage } from '@ai-sdk/provider';
import { namelessCall } from './wire/call-assembler.ts';
import { NonsenseAnswerError } from './wire/nonsense-answer-error.ts';

export type ReadAnswer = Pick<ModelAnswer, 'content' | 'thought' | 'tool_calls' | 'stop_reason'> & {
  /** Tokens as far as the provider reported them. */
  reported: ReportedTokens;
};

export interface ReportedTokens {
  input: number | undefined;
  output: number | undefined;
}

/** Maximum calls of one response; no sensible response has more. */
const mostCalls = 64;

/** Collects the parts of a response. Lone surrogates, which JSON cannot hold, become replacement characters. */
export class AnswerReader {
  #content = '';
  #thought = '';
  readonly #calls: ReadAnswer['tool_calls'] = [];

  addText(text: string): void {
    this.#content += text;
  }

  addThought(text: string): void {
    this.#thought += text;
  }

  /** @throws NonsenseAnswerError */
  addCall({ toolCallId, toolName, input }: { toolCallId: string; toolName: string; input: string }): void {
    if (this.#calls.length >= mostCalls) throw new NonsenseAnswerError(`more than ${mostCalls} tool calls`);
    this.#calls.push({
      id: toolCallId,
      name: toolName === namelessCall ? '' : toolName.toWellFormed(),
      arguments: input.toWellFormed(),
    });
  }

  /** @throws NonsenseAnswerError if the provider reports an invalid response */
  end({
    finishReason,
    usage,
  }: {
    finishReason: LanguageModelV3FinishReason;
    usage: LanguageModelV3Usage;
  }): ReadAnswer {
    if (finishReason.unified === 'error')
      throw new NonsenseAnswerError('the provider ended the response with an error');
    const { inputTokens, outputTokens } = usage;
    return {
      content: this.#content.toWellFormed(),
      thought: this.#thought.toWellFormed(),
      tool_calls: this.#calls.map((call) => ({ ...call, id: call.id.toWellFormed() })),
      stop_reason: stopReasons[finishReason.unified] ?? finishReason.unified,
      reported: { input: whole(inputTokens.total), output: whole(outputTokens.total) },
    };
  }
}

/** S1-12. */
const stopReasons: Partial<Record<string, string>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
};

/** Returns a reported token count as a plausible whole number; undefined if it is missing or negative. */
function whole(tokens: number | undefined): number | undefined {
  return tokens !== undefined && tokens >= 0 ? Math.min(Math.floor(tokens), mostTokensOfAnswer) : undefined;
}
