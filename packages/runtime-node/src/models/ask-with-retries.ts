import { setTimeout as delay } from 'node:timers/promises';
import {
  leastOutputTokens,
  type ModelAnswer,
  type ModelCallContext,
  type ModelFailure,
  type ModelRequest,
  tokensOfRequest,
} from '@agent-home/agent-runtime';
import type { ModelAttempt } from '@agent-home/agent-runtime/run-log';
import { withEither } from '../cancelling/either-signal.ts';
import type { ReadAnswer } from './answer-reader.ts';
import { countUsage } from './count-usage.ts';
import { type AttemptFailure, describeFailure, longestRetryAfterMs } from './describe-failure.ts';
import type { ConfiguredModel, ReachableModel } from './request/model-settings.ts';

/** Attempts with one model before the next one is tried, and with the last model. */
const attemptsBeforeFallback = 2;
const attemptsWithLast = 6;
/** Maximum attempts if each one costs tokens or the whole timeout. */
const attemptsThatCost = 2;
const firstPauseMs = 200;

/** Waits between two attempts, until the signal aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

const usualPause: Pause = (ms, signal) => delay(ms, undefined, { signal });

/** One attempt with one model. Throws for a failure; `onText` streams the response. */
export type ReadAttempt = (
  model: ReachableModel,
  limits: { maxOutputTokens: number; signal: AbortSignal; onText: (delta: string) => void },
) => Promise<ReadAnswer>;

/**
 * Tries a model and its fallbacks, with pauses, until one responds. All adapters share these rules, so that a run records the same
 * attempts for the same faults.
 */
export function askWithRetries(
  given: { configured: ConfiguredModel; read: ReadAttempt; pause?: Pause | undefined },
  request: ModelRequest,
  context: ModelCallContext,
): Promise<{ answered: ModelAnswer } | { failed: ModelFailure }> {
  const { configured, read, pause = usualPause } = given;
  return new Asking({ configured, read, pause }, request, context).run();
}

/** Returns true if another attempt with the same model may succeed: not for an unknown model or a pause that is too long. */
function mayRepeat({ code, status, retryAfterMs = 0 }: AttemptFailure, attempt: number): boolean {
  if (status === 404 || retryAfterMs > longestRetryAfterMs) return false;
  return code === 'model_unavailable' || attempt < attemptsThatCost;
}

class Asking {
  readonly #configured: ConfiguredModel;
  readonly #read: ReadAttempt;
  readonly #pause: Pause;
  readonly #request: ModelRequest;
  readonly #signal: AbortSignal;
  readonly #onText: (delta: string) => void;
  readonly #attempts: ModelAttempt[] = [];
  #hasSpoken = false;
  /** Deadline of the run on the process's clock. */
  readonly #over: number;

  constructor(
    given: { configured: ConfiguredModel; read: ReadAttempt; pause: Pause },
    request: ModelRequest,
    { signal, onText, leftMs = Number.POSITIVE_INFINITY }: ModelCallContext,
  ) {
    this.#over = performance.now() + leftMs;
    this.#configured = given.configured;
    this.#read = given.read;
    this.#pause = given.pause;
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
        (signal) => this.#read(asked, { maxOutputTokens, signal, onText: this.#onText }),
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

  #failed({ code, message }: AttemptFailure): { failed: ModelFailure } {
    return { failed: { code, message, attempts: this.#attempts } };
  }
}
