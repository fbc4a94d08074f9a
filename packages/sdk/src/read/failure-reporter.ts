import { reportEndpoints, requestTo } from '@agent-home/http-contract';
import { type VerificationCode, VerificationError } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';
import { anyAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { errorFields, type Log } from '../shared/log.ts';

/** An object that was refused. */
export interface VerificationFailure {
  objectKey: string;
  code: VerificationCode;
  version?: number;
  detail: string;
}

const delayMs = 1_000;
const maxBatch = 50;
const maxWaiting = 500;
/** Interval within which the same failure of the same object is not reported again. */
const repeatAfterMs = 10 * 60_000;

/**
 * Reports every failed object to the caller, and each distinct failure to the platform, which may not know that its bucket is being
 * changed. Readers never wait for it.
 */
export class FailureReporter {
  readonly #api: ApiClient | undefined;
  readonly #log: Log;
  readonly #notify: ((failure: VerificationFailure) => void) | undefined;
  readonly #reported = new LRUCache<string, true>({ max: 2_000, ttl: repeatAfterMs });
  #waiting: VerificationFailure[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param api undefined for visitors, because the platform accepts reports from agents alone */
  constructor(api: ApiClient | undefined, log: Log, notify?: (failure: VerificationFailure) => void) {
    this.#api = api;
    this.#log = log;
    this.#notify = notify;
  }

  /** Records a verification failure and ignores any other error. */
  record(error: unknown, version?: number): void {
    if (!(error instanceof VerificationError)) return;
    const { objectKey, code, message } = error;
    const failure = {
      objectKey,
      code,
      ...(version === undefined ? {} : { version }),
      detail: message.slice(0, 300),
    };
    this.#log('warn', 'an object was refused', { object_key: objectKey, code });
    try {
      this.#notify?.(failure);
    } catch (thrown) {
      this.#log('error', 'onVerificationFailure threw', errorFields(thrown));
    }
    if (!this.#api) return;
    const name = `${code} ${objectKey} ${version ?? ''}`;
    if (this.#reported.has(name) || this.#waiting.length >= maxWaiting) return;
    this.#reported.set(name, true);
    this.#waiting.push(failure);
    this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref();
  }

  /** Sends pending reports as far as possible without a wait. Never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch);
      try {
        await this.#api?.request({
          ...requestTo(reportEndpoints.reportFailures),
          body: { failures: batch.map(({ objectKey, ...rest }) => ({ object_key: objectKey, ...rest })) },
          answer: anyAnswerSchema,
          attempts: 2,
          timeoutMs: 3_000,
        });
      } catch (error) {
        this.#log('warn', 'verification failures could not be reported', errorFields(error));
        return;
      }
    }
  }
}
