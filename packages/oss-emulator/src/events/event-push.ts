import { randomBytes } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { EmulatorFaults } from '../options/faults.ts';
import type { EventTarget } from '../options/options.ts';
import type { EventIdentity } from './event-identity.ts';
import { renderEventBody } from './event-message.ts';
import type { EventSink, ObjectEvent } from './event-sink.ts';
import { signMnsPush } from './mns-signature.ts';

const CONCURRENCY = 16;
const MAX_ATTEMPTS = 10;
const FIRST_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 30_000;
const ANSWER_TIMEOUT_MS = 5_000;
const MAX_QUEUED = 100_000;

interface Message {
  id: string;
  body: string;
  publishedAt: number;
  attempts: number;
}

interface EventPushOptions {
  bucket: { name: string; region: string; accountId: string };
  identity: () => Promise<EventIdentity>;
  certificateUrl: () => string;
  faults?: EmulatorFaults['event'];
  log: (entry: Record<string, unknown>) => void;
}

/**
 * Pushes events as SMQ does: at least once, unordered, retried with growing pauses. The queue is in memory, so undelivered events
 * are lost with the process; events may always be lost.
 */
export class EventPush implements EventSink {
  readonly #options: EventPushOptions;
  readonly #agents = { http: new Agent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  readonly #waiting = new Set<NodeJS.Timeout>();
  readonly #aborting = new AbortController();
  #target: EventTarget | undefined;
  #queue: Message[] = [];
  readonly #pushing = new Set<Promise<void>>();

  constructor(options: EventPushOptions) {
    this.#options = options;
  }

  setTarget(target: EventTarget | undefined): void {
    this.#target = target;
    if (target === undefined) this.#queue = [];
    this.#pump();
  }

  publish(event: ObjectEvent): void {
    if (this.#target === undefined || this.#aborting.signal.aborted) return;
    if (this.#queue.length + this.#waiting.size >= MAX_QUEUED) {
      this.#options.log({ service: 'events', dropped: event.name, reason: 'queue_full' });
      return;
    }
    const message = {
      id: randomBytes(16).toString('hex').toUpperCase(),
      body: renderEventBody(event, this.#options.bucket),
      publishedAt: event.time,
    };
    for (const delayMs of this.#options.faults?.(event) ?? [0]) {
      if (delayMs === 0) this.#queue.push({ ...message, attempts: 0 });
      else this.#pushLater({ ...message, attempts: 0 }, delayMs);
    }
    this.#pump();
  }

  /** Aborts pending pushes and drops the queue. */
  async close(): Promise<void> {
    this.#aborting.abort();
    this.#queue = [];
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#agents.http.destroy();
    this.#agents.https.destroy();
    await Promise.all(this.#pushing);
  }

  #pump(): void {
    const target = this.#target;
    while (target !== undefined && this.#pushing.size < CONCURRENCY) {
      const message = this.#queue.shift();
      if (message === undefined) return;
      const pushing: Promise<void> = this.#push(message, target)
        .catch(() => this.#retryLater(message))
        .finally(() => {
          this.#pushing.delete(pushing);
          this.#pump();
        });
      this.#pushing.add(pushing);
    }
  }

  #retryLater(message: Message): void {
    if (this.#aborting.signal.aborted) return;
    message.attempts++;
    if (message.attempts >= MAX_ATTEMPTS) {
      this.#options.log({ service: 'events', messageId: message.id, reason: 'attempts_exhausted' });
      return;
    }
    const pause = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (message.attempts - 1));
    this.#pushLater(message, pause);
  }

  #pushLater(message: Message, pauseMs: number): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.#queue.push(message);
      this.#pump();
    }, pauseMs);
    timer.unref();
    this.#waiting.add(timer);
  }

  /** Resolves on a 2xx answer only; a redirect is a failure. */
  async #push(message: Message, target: EventTarget): Promise<void> {
    const url = new URL(target.url);
    const { accountId } = this.#options.bucket;
    const { signingKey } = await this.#options.identity();
    const headers = await signMnsPush({
      path: `${url.pathname}${url.search}`,
      body: message.body,
      contentType: 'text/plain;charset=utf-8',
      date: new Date().toUTCString(),
      key: signingKey,
      attributes: {
        'x-mns-message-id': message.id,
        'x-mns-publish-time': String(message.publishedAt),
        'x-mns-request-id': randomBytes(12).toString('hex').toUpperCase(),
        'x-mns-signing-cert-url': Buffer.from(this.#options.certificateUrl()).toString('base64'),
        'x-mns-subscriber': accountId,
        'x-mns-subscription-name': target.subscription ?? 'agent-home',
        'x-mns-topic-name': target.topic ?? 'agent-home-objects',
        'x-mns-topic-owner': accountId,
        'x-mns-version': '2015-06-06',
      },
    });
    const secure = url.protocol === 'https:';
    await new Promise<void>((resolve, reject) => {
      const outgoing = (secure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(message.body) },
        agent: secure ? this.#agents.https : this.#agents.http,
        signal: AbortSignal.any([this.#aborting.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        response.once('error', reject);
        response.once('end', () => {
          const status = response.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve();
          else reject(new Error(`answered ${status}`));
        });
        response.resume();
      });
      outgoing.end(message.body);
    });
  }
}
