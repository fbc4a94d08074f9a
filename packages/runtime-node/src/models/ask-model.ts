import { setTimeout as delay } from 'node:timers/promises';
import {
  leastOutputTokens,
  type ModelAnswer,
  type ModelCallContext,
  type ModelFailure,
  type ModelPort,
  type ModelRequest,
  tokensOfRequest,
} from '@agent-home/agent-runtime';
import type { ModelAttempt } from '@agent-home/agent-runtime/run-log';
import { APICallError, type LanguageModelV3 } from '@ai-sdk/provider';
import { withEither } from '../cancelling/either-signal.ts';
import type { ReadAnswer } from './answer-reader.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { countUsage } from './count-usage.ts';
import { type AttemptFailure, describeFailure, longestRetryAfterMs } from './describe-failure.ts';
import { modelPrompt } from './model-prompt.ts';
import type { ConfiguredModel, FindModel, ReachableModel } from './model-settings.ts';
import { readStream } from './read-stream.ts';
import { readWhole } from './read-whole.ts';
import { demandedLimit, wantsCompletionTokens, withLimitName } from './request-params.ts';
import { soundFetch } from './wire/sound-fetch.ts';

/** Attempts with one model before the next one is tried, and with the last model. */
const attemptsBeforeFallback = 2;
const attemptsWithLast = 6;
/** Maximum attempts if each one costs tokens or the whole timeout. */
const attemptsThatCost = 2;
const firstPauseMs = 200;

export interface ModelPortOptions {
  fetch?: typeof globalThis.fetch;
  /** Waits between two attempts, until the signal aborts. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** Creates a model port for the AI SDK's provider interface, which is loaded on first use because most commands call no model. */
export function createModelPort(
  find: FindModel,
  { fetch = boundedFetch, pause = (ms, signal) => delay(ms, undefined, { signal }) }: ModelPortOptions = {},
): ModelPort {
  const models = new Map<string, LanguageModelV3>();
  const sound = soundFetch(fetch);
  /** True for models that require `max_completion_tokens`, as learned from their refusals. */
  const limitNames = new Map<string, boolean>();
  let loading: Promise<typeof import('@ai-sdk/openai-compatible')> | undefined;
  return {
    async ask(request, context) {
      const configured = await find(request.provider, request.model, request.settingsKey);
      loading ??= import('@ai-sdk/openai-compatible');
      const { OpenAICompatibleChatLanguageModel } = await loading;
      // Building a provider's schemas takes longer than reading most responses, so each model is created once.
      const getModel = (model: ReachableModel): LanguageModelV3 => {
        const { provider, name, url, key } = model;
        const id = getId(model);
        const known = models.get(id);
        if (known) return known;
        // Address and headers are created once: the SDK's own factory creates them for each request.
        const base = url.replace(/\/$/, '');
        const headers = key ? { authorization: `Bearer ${key}` } : {};
        const made = new OpenAICompatibleChatLanguageModel(name, {
          provider: `${provider}.chat`,
          url: ({ path }) => `${base}${path}`,
          headers: () => headers,
          includeUsage: true,
          fetch: sound,
          transformRequestBody: (body) =>
            withLimitName(body, limitNames.get(id) ?? wantsCompletionTokens(name)),
        });
        models.set(id, made);
        return made;
      };
      return new Asking(
        {
          configured,
          getModel,
          pause,
          learn: (model, isCompletion) => {
            const id = getId(model);
            const isNews = (limitNames.get(id) ?? wantsCompletionTokens(model.name)) !== isCompletion;
            limitNames.set(id, isCompletion);
            return isNews;
          },
        },
        request,
        context,
      ).run();
    },
  };
}

/** Stores which limit name a model accepts. Returns false if it was already known, because the refusal then has another reason. */
type Learn = (model: ReachableModel, isCompletion: boolean) => boolean;

function getId({
  provider,
  url,
  key,
  name,
}: Pick<ReachableModel, 'provider' | 'url' | 'key' | 'name'>): string {
  return JSON.stringify([provider, url, key, name]);
}

/** Returns true if another attempt with the same model may succeed: not for an unknown model or a pause that is too long. */
function mayRepeat({ code, status, retryAfterMs = 0 }: AttemptFailure, attempt: number): boolean {
  if (status === 404 || retryAfterMs > longestRetryAfterMs) return false;
  return code === 'model_unavailable' || attempt < attemptsThatCost;
}

class Asking {
  readonly #configured: ConfiguredModel;
  readonly #getModel: (model: ReachableModel) => LanguageModelV3;
  readonly #pause: NonNullable<ModelPortOptions['pause']>;
  readonly #learn: Learn;
  readonly #request: ModelRequest;
  readonly #signal: AbortSignal;
  readonly #onText: (delta: string) => void;
  readonly #attempts: ModelAttempt[] = [];
  #hasSpoken = false;
  /** Deadline of the run on the process's clock. */
  readonly #over: number;

  constructor(
    given: {
      configured: ConfiguredModel;
      getModel: (model: ReachableModel) => LanguageModelV3;
      pause: NonNullable<ModelPortOptions['pause']>;
      learn: Learn;
    },
    request: ModelRequest,
    { signal, onText, leftMs = Number.POSITIVE_INFINITY }: ModelCallContext,
  ) {
    this.#over = performance.now() + leftMs;
    this.#configured = given.configured;
    this.#getModel = given.getModel;
    this.#pause = given.pause;
    this.#learn = given.learn;
    this.#request = request;
    this.#signal = signal;
    this.#onText = (delta) => {
      this.#hasSpoken = true;
      onText(delta);
    };
  }

  async run(): Promise<{ answered: ModelAnswer } | { failed: ModelFailure }> {
    let last: AttemptFailure | undefined;
    // A smaller model that cannot fit the request is skipped; the failure of the previous one is kept.
    const models = [this.#configured, ...this.#configured.fallbacks].flatMap((model) => {
      const maxOutputTokens = this.#outputWithin(model);
      return maxOutputTokens === undefined ? [] : [{ model, maxOutputTokens }];
    });
    for (const [index, { model, maxOutputTokens }] of models.entries()) {
      const most = index === models.length - 1 ? attemptsWithLast : attemptsBeforeFallback;
      for (let attempt = 1; attempt <= most; attempt++) {
        const outcome = await this.#attempt(model, maxOutputTokens);
        if ('answer' in outcome) return { answered: outcome.answer };
        last = outcome.failure;
        // Text that was shown cannot be taken back, so there is no retry.
        if (!last.isPassing || this.#hasSpoken || this.#signal.aborted) return this.#failed(last);
        if (!mayRepeat(last, attempt) || attempt === most) break;
        const pauseMs = last.retryAfterMs ?? firstPauseMs * 2 ** (attempt - 1);
        // The provider's last error says more than a timeout after a useless pause.
        if (performance.now() + pauseMs >= this.#over) break;
        await this.#pause(pauseMs, this.#signal).catch(() => undefined);
        if (this.#signal.aborted) return this.#failed(last);
      }
    }
    return this.#failed(
      last ?? { code: 'model_unavailable', message: 'no model is configured', isPassing: false },
    );
  }

  async #attempt(
    asked: ReachableModel,
    maxOutputTokens: number,
  ): Promise<{ answer: ModelAnswer } | { failure: AttemptFailure }> {
    const { name, provider, settingsKey } = asked;
    const identity = settingsKey === undefined ? {} : { settings_key: settingsKey };
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    let tooLate: DOMException | undefined;
    const reason = () => {
      tooLate = new DOMException('the model did not respond in time', 'TimeoutError');
      return tooLate;
    };
    try {
      const limit = { ms: asked.timeoutMs, reason };
      const read = await withEither(
        [this.#signal],
        (signal) => this.#readLearning(asked, maxOutputTokens, signal),
        limit,
      );
      this.#attempts.push({ model: name, ...identity, ok: true, elapsed_ms: elapsed() });
      const answered = { model: name, provider, ...identity, elapsed_ms: elapsed() };
      const { reported: _, ...given } = read;
      const usage = countUsage(this.#request, read);
      return { answer: { ...given, usage, ...answered, attempts: this.#attempts } };
    } catch (error) {
      const failure = describeFailure(this.#signal.aborted ? error : (tooLate ?? error), asked.key);
      this.#attempts.push({
        model: name,
        ...identity,
        ok: false,
        ...(failure.status === undefined ? {} : { status: failure.status }),
        error_class: error instanceof Error ? error.name : typeof error,
        error_message: failure.message,
        elapsed_ms: elapsed(),
      });
      return { failure };
    }
  }

  /**
   * Returns the tokens that a model may generate; for a fallback, within its own window. Undefined if the request alone does not
   * fit.
   */
  #outputWithin(model: ReachableModel): number | undefined {
    const { maxOutputTokens } = this.#request;
    const { contextWindow } = model;
    // The request was fitted to the context window of the first model.
    if (contextWindow === undefined || model === this.#configured) return maxOutputTokens;
    const left = contextWindow - tokensOfRequest(this.#request);
    return left < leastOutputTokens ? undefined : Math.min(maxOutputTokens, left);
  }

  /** Retries once if the refusal names the other limit. */
  async #readLearning(
    asked: ReachableModel,
    maxOutputTokens: number,
    signal: AbortSignal,
  ): Promise<ReadAnswer> {
    try {
      return await this.#read(asked, maxOutputTokens, signal);
    } catch (error) {
      const demanded = APICallError.isInstance(error) ? demandedLimit(error) : undefined;
      if (demanded === undefined || !this.#learn(asked, demanded === 'max_completion_tokens')) throw error;
      return await this.#read(asked, maxOutputTokens, signal);
    }
  }

  async #read(asked: ReachableModel, maxOutputTokens: number, abortSignal: AbortSignal): Promise<ReadAnswer> {
    const model = this.#getModel(asked);
    const options = { ...modelPrompt({ ...this.#request, maxOutputTokens }), abortSignal };
    if (asked.stream === false) return readWhole(await model.doGenerate(options));
    const { stream } = await model.doStream(options);
    return readStream(stream, this.#onText);
  }

  #failed({ code, message }: AttemptFailure): { failed: ModelFailure } {
    return { failed: { code, message, attempts: this.#attempts } };
  }
}
