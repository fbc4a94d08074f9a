import { cleanText, sha256Hex } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { withTimeout } from '../../foundation/concurrency/with-timeout.ts';
import type { Metrics } from '../../foundation/metrics/metrics.ts';
import { type BreakerOptions, ServiceBreaker } from '../../foundation/resilience/service-breaker.ts';
import {
  type JudgeModel,
  JudgeModelError,
  type JudgeModelErrorCode,
  type JudgeQuestion,
} from './judge-model.ts';

export interface JudgeBounds {
  /** Calls of this process per day of UTC. */
  callsPerDay: number;
  /** Milliseconds that one call may take. */
  timeoutMs: number;
  breaker: BreakerOptions;
}

interface Surroundings {
  metrics: Metrics;
  log: Logger;
  now(): Date;
}

/** UTF-16 units of a name that fit into notes and the method of a summary. */
const nameLength = 54;
const dayMs = 86_400_000;
const keptAnswers = 500;
const keptMs = 3_600_000;

/** Failures of the endpoint, after which it is spared. A nonsensical response is one of the model, and a spared call none at all. */
const outages: ReadonlySet<string> = new Set<JudgeModelErrorCode>(['unavailable', 'timeout']);

/**
 * A model with a time limit, a daily number of calls, and a pause after repeated failures. It keeps its answers for an hour: a topic
 * that is judged again, because another worker was first, neither pays twice nor gets another score.
 */
export class BoundedJudgeModel {
  readonly name: string;
  readonly #model: JudgeModel;
  readonly #bounds: JudgeBounds;
  readonly #surroundings: Surroundings;
  readonly #breaker: ServiceBreaker;
  readonly #answers = new LRUCache<string, object>({ max: keptAnswers, ttl: keptMs });
  readonly #outcomes = new Map<JudgeQuestion['kind'], string>();
  #day = 0;
  #used = 0;

  constructor(model: JudgeModel, bounds: JudgeBounds, surroundings: Surroundings) {
    this.name = cleanText(model.name).slice(0, nameLength).toWellFormed();
    this.#model = model;
    this.#bounds = bounds;
    this.#surroundings = surroundings;
    const isOutage = (error: Error) => error instanceof JudgeModelError && outages.has(error.code);
    this.#breaker = new ServiceBreaker('judge_model', surroundings.metrics, bounds.breaker, isOutage);
  }

  /**
   * Returns what `read` makes of the model's response. `read` returns undefined for a response of another form.
   * @throws JudgeModelError
   */
  async answer<Answer extends object>(
    question: JudgeQuestion,
    read: (response: string) => Answer | undefined,
  ): Promise<Answer> {
    const id = sha256Hex(new TextEncoder().encode(JSON.stringify(question)));
    const kept = this.#answers.get(id) as Answer | undefined;
    if (kept) return kept;
    try {
      const answer = await this.#call(question, read);
      this.#answers.set(id, answer);
      this.#report(question, 'answered');
      return answer;
    } catch (error) {
      if (error instanceof JudgeModelError) this.#report(question, error.code, error.message);
      throw error;
    }
  }

  async #call<Answer>(
    question: JudgeQuestion,
    read: (response: string) => Answer | undefined,
  ): Promise<Answer> {
    const heldBack = () =>
      new JudgeModelError('held_back', 'the judge model failed repeatedly and is spared');
    const response = await this.#breaker.run(() => this.#respond(question), heldBack);
    const answer = read(response);
    if (answer === undefined)
      throw new JudgeModelError('nonsense', `the model ${this.name} does not respond in the requested form`);
    return answer;
  }

  async #respond(question: JudgeQuestion): Promise<string> {
    this.#spendCall();
    const { timeoutMs } = this.#bounds;
    const abort = new AbortController();
    const response = this.#model.respond(question, { signal: abort.signal, timeoutMs });
    // A model that ignores the signal does not hold up the topic.
    if (await withTimeout(response, timeoutMs)) return response;
    abort.abort();
    response.catch(() => undefined);
    throw new JudgeModelError('timeout', `the model ${this.name} took longer than ${timeoutMs} ms`);
  }

  #spendCall(): void {
    const day = Math.floor(this.#surroundings.now().getTime() / dayMs);
    if (day !== this.#day) {
      this.#day = day;
      this.#used = 0;
    }
    if (this.#used >= this.#bounds.callsPerDay)
      throw new JudgeModelError(
        'budget_used',
        `the ${this.#bounds.callsPerDay} calls of the day are used up`,
      );
    this.#used += 1;
  }

  /** Counts each outcome, and logs an outcome that differs from the last one: agents decide how many questions there are. */
  #report({ kind }: JudgeQuestion, outcome: string, message?: string): void {
    const { metrics, log } = this.#surroundings;
    metrics.judgeModelAnswers.inc({ question: kind, outcome });
    if (this.#outcomes.get(kind) === outcome) return;
    this.#outcomes.set(kind, outcome);
    if (message !== undefined) log.warn({ question: kind, code: outcome }, message);
  }
}
