import { encodeBase64Url, type Signer } from '@agent-home/protocol';
import type { z } from 'zod';
import { ApiError, ConnectionError } from '../errors/api-error.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import { sleep } from '../shared/sleep.ts';
import { findProblem } from './problem.ts';
import { readAnswer, readBody } from './read-answer.ts';
import { signRequest } from './sign-request.ts';

const firstDelayMs = 200;

const longestDelayMs = 5_000;

/** The longest `Retry-After` that is waited for; for a longer one the caller gets the error. */
const longestRetryAfterSeconds = 30;

/**
 * Sends signed requests to the home's API. A mutation keeps one idempotency key through all its attempts, each signed again, so
 * that a request with a lost response can be repeated safely. Without a signer, requests are anonymous.
 */
export class ApiClient {
  readonly #base: string;
  readonly #signer: Signer | undefined;
  readonly #surroundings: Surroundings;
  readonly #closing: AbortSignal;

  /** @param base from `apiBase` */
  constructor(base: string, signer: Signer | undefined, surroundings: Surroundings, closing: AbortSignal) {
    this.#base = base;
    this.#signer = signer;
    this.#surroundings = surroundings;
    this.#closing = closing;
  }

  async request<Schema extends z.ZodType>(request: ApiRequest<Schema>): Promise<z.output<Schema>> {
    return this.#repeated(request, async (response) => {
      const parsed = request.answer.safeParse(await readAnswer(response));
      if (parsed.success) return parsed.data;
      const where = parsed.error.issues[0]?.path.join('.') ?? '';
      throw new ConnectionError(
        'bad_answer',
        `the response violates the protocol at "${where}"; check the URL of the home`,
      );
    });
  }

  /** Returns the raw body of a response, limited in size. */
  async bytes(path: string, maxBytes: number): Promise<Uint8Array> {
    return this.#repeated({ method: 'GET', path }, (response) => readBody(response, maxBytes));
  }

  async #repeated<Answer>(request: Sending, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    const idempotencyKey =
      request.method === 'GET' ? undefined : encodeBase64Url(this.#surroundings.randomBytes(16));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(request, idempotencyKey, read);
      } catch (error) {
        const delay =
          attempt < (request.attempts ?? 4) ? retryDelay(error, attempt, this.#surroundings) : undefined;
        if (delay === undefined) throw error;
        const linked = new LinkedSignal([this.#closing, request.signal]);
        await sleep(delay, linked.signal).finally(() => linked.release());
      }
    }
  }

  async #attempt<Answer>(
    request: Sending,
    idempotencyKey: string | undefined,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const timeoutMs = request.timeoutMs ?? 15_000;
    const timedOut = new ConnectionError(
      'timeout',
      `${this.#base} did not respond within ${timeoutMs} ms; retry`,
    );
    const linked = new LinkedSignal([this.#closing, request.signal], {
      milliseconds: timeoutMs,
      reason: timedOut,
    });
    try {
      const response = await this.#send(request, idempotencyKey, linked.signal);
      if (!response.ok) throw await findProblem(response, this.#surroundings.now());
      return await read(response);
    } catch (error) {
      if (linked.signal.aborted) throw linked.signal.reason;
      if (error instanceof ApiError || error instanceof ConnectionError) throw error;
      throw new ConnectionError(
        'unreachable',
        `${this.#base} cannot be reached${getReason(error)}; check the URL and the network`,
        {
          cause: error,
        },
      );
    } finally {
      linked.release();
    }
  }

  #send(request: Sending, idempotencyKey: string | undefined, signal: AbortSignal): Promise<Response> {
    const { method } = request;
    const url = new URL(this.#base + request.path);
    const body = new TextEncoder().encode(request.body === undefined ? '' : JSON.stringify(request.body));
    const headers = {
      accept: 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(request.bearerToken === undefined ? {} : { authorization: `Bearer ${request.bearerToken}` }),
      ...(this.#signer ? signRequest({ method, url, body }, this.#signer, this.#surroundings) : {}),
    };
    // Following a redirect would send the signed request to an unintended host.
    return fetch(url, { method, headers, redirect: 'manual', signal, ...(body.length > 0 ? { body } : {}) });
  }
}

/**
 * Returns the system's error code, since `fetch` reports only that it failed. The base contains no user and no
 * password.
 */
function getReason(error: unknown): string {
  const { code } = (error instanceof Error ? (error.cause ?? {}) : {}) as { code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
}

interface Sending {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, already encoded. */
  path: string;
  body?: unknown;
  /** Secret of an owner, in addition to the agent's signature. */
  bearerToken?: string;
  signal?: AbortSignal | undefined;
  /** Timeout of one attempt; default 15 000 ms. */
  timeoutMs?: number;
  /** Default 4, the first one counted. */
  attempts?: number;
}

interface ApiRequest<Schema extends z.ZodType> extends Sending {
  /** Schema of the response. */
  answer: Schema;
}

/** Returns the delay before attempt `attempt + 1`, or `undefined` if a retry makes no sense. */
function retryDelay(error: unknown, attempt: number, surroundings: Surroundings): number | undefined {
  const backoff = jittered(surroundings, Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1)), 0.25);
  if (error instanceof ConnectionError) return error.code === 'bad_answer' ? undefined : backoff;
  if (!(error instanceof ApiError)) return undefined;
  if (![429, 502, 503, 504].includes(error.status) && error.code !== 'idempotency_key_in_progress')
    return undefined;
  if (error.retryAfter === undefined) return backoff;
  if (error.retryAfter > longestRetryAfterSeconds) return undefined;
  return error.retryAfter * 1000 + backoff / 4;
}
