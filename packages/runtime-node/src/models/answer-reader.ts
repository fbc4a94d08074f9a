import type { ModelAnswer } from '@agent-home/agent-runtime';
import { type Continuation, mostTokensOfAnswer } from '@agent-home/agent-runtime/run-log';
import type {
  LanguageModelV3FinishReason,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider';
import type { PromptTarget } from './request/model-prompt.ts';
import { namelessCall } from './wire/call-assembler.ts';
import { NonsenseAnswerError } from './wire/nonsense-answer-error.ts';

export type ReadAnswer = Pick<
  ModelAnswer,
  'content' | 'thought' | 'tool_calls' | 'stop_reason' | 'continuation'
> & {
  /** Tokens as far as the provider reported them. */
  reported: ReportedTokens;
};

export interface ReportedTokens {
  input: number | undefined;
  output: number | undefined;
  cacheRead: number | undefined;
  cacheWrite: number | undefined;
}

/** Maximum calls of one response; no sensible response has more. */
const mostCalls = 64;

type PartMetadata = Continuation['calls'][number]['metadata'];

/** Collects the parts of a response. Lone surrogates, which JSON cannot hold, become replacement characters. */
export class AnswerReader {
  #content = '';
  readonly #thoughts: { id: string | undefined; text: string; metadata: PartMetadata }[] = [];
  readonly #calls: ReadAnswer['tool_calls'] = [];
  readonly #signatures: Continuation['calls'] = [];
  readonly #target: PromptTarget | undefined;

  /** @param target model whose thoughts and signatures are kept for its next request; absent for protocols without them */
  constructor(target?: PromptTarget) {
    this.#target = target;
  }

  addText(text: string): void {
    this.#content += text;
  }

  addThought(text: string, metadata?: SharedV3ProviderMetadata): void {
    this.#thoughts.push({ id: undefined, text, metadata: toTexts(metadata) });
  }

  openThought(id: string, metadata?: SharedV3ProviderMetadata): void {
    this.#thoughts.push({ id, text: '', metadata: toTexts(metadata) });
  }

  continueThought(id: string, text: string, metadata?: SharedV3ProviderMetadata): void {
    if (!this.#thoughts.some((thought) => thought.id === id)) this.openThought(id);
    const thought = this.#thoughts.findLast((each) => each.id === id);
    if (!thought) return;
    thought.text += text;
    for (const [name, texts] of Object.entries(toTexts(metadata)))
      thought.metadata[name] = { ...thought.metadata[name], ...texts };
  }

  /** @throws NonsenseAnswerError */
  addCall({
    toolCallId,
    toolName,
    input,
    providerMetadata,
  }: {
    toolCallId: string;
    toolName: string;
    input: string;
    providerMetadata?: SharedV3ProviderMetadata;
  }): void {
    if (this.#calls.length >= mostCalls) throw new NonsenseAnswerError(`more than ${mostCalls} tool calls`);
    const metadata = toTexts(providerMetadata);
    if (isSigned(metadata)) this.#signatures.push({ index: this.#calls.length, metadata });
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
      thought: this.#thoughts
        .map(({ text }) => text)
        .join('')
        .toWellFormed(),
      tool_calls: this.#calls.map((call) => ({ ...call, id: call.id.toWellFormed() })),
      stop_reason: stopReasons[finishReason.unified] ?? finishReason.unified,
      ...this.#continued(),
      reported: {
        input: whole(inputTokens.total),
        output: whole(outputTokens.total),
        cacheRead: whole(inputTokens.cacheRead),
        cacheWrite: whole(inputTokens.cacheWrite),
      },
    };
  }

  #continued(): Pick<ReadAnswer, 'continuation'> {
    const reasoning = this.#thoughts
      .filter(({ metadata }) => isSigned(metadata))
      .map(({ text, metadata }) => ({ text: text.toWellFormed(), metadata }));
    if (!this.#target || (reasoning.length === 0 && this.#signatures.length === 0)) return {};
    const { api, model } = this.#target;
    return { continuation: { api, model, reasoning, calls: this.#signatures } };
  }
}

/** S1-12. */
const stopReasons: Partial<Record<string, string>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
};

/** Ids of items are no reason to send them back: a provider that stores nothing does not know them. */
const onlyIds = new Set(['itemId']);

function isSigned(metadata: PartMetadata): boolean {
  return Object.values(metadata).some((texts) => Object.keys(texts).some((name) => !onlyIds.has(name)));
}

/** Returns the texts of metadata. */
function toTexts(metadata: SharedV3ProviderMetadata = {}): PartMetadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, values]) => [
      name,
      Object.fromEntries(
        Object.entries(values).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].isWellFormed(),
        ),
      ),
    ]),
  );
}

/** Returns a reported token count as a plausible whole number; undefined if it is missing or negative. */
function whole(tokens: number | undefined): number | undefined {
  return tokens !== undefined && tokens >= 0 ? Math.min(Math.floor(tokens), mostTokensOfAnswer) : undefined;
}
