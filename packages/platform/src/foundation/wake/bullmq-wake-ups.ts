import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresBackend, ErrorCode, Queue, type QueueOptions, Worker, withBackend } from 'bullmq';
import type { Logger } from 'pino';
import { within } from '../pace/within.ts';
import type { WakeUpJob, WakeUps } from './wake-ups.ts';

/** How long a shutdown waits for what is under way. */
const drainMs = 10_000;

const queueName = 'agent-home-wake-ups';
/** A wake-up is done in milliseconds; one lost with its worker is found by the sweep as well. */
const keepNothing = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;

/** By then the put an event tells of has usually been confirmed, and no read is needed. */
const checkDelayMs = 1_000;

/**
 * A wake-up need not survive a crash of the database: the sweep finds what it was about. So its commits do not wait
 * for the disk, of which there would be three between a put and its verdict.
 */
const unhurried = '-c synchronous_commit=off';

/** Between attempts to begin while the queue is away, and before a lost connection is tried again. */
const beginAgainMs = 500;

const goneJobs: ReadonlySet<unknown> = new Set([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/**
 * A wake-up that took long has ended in the moment in which its lock was renewed, or is done by somebody else as well,
 * which changes nothing. Nobody has to hear of it.
 */
function isLostLock(error: Error & { code?: unknown }): boolean {
  return goneJobs.has(error.code) || error.message.startsWith('could not renew lock for job ');
}

interface QueueLike {
  waitUntilReady(): Promise<unknown>;
  add(name: string, data: WakeUpJob, options: object): Promise<unknown>;
  close(): Promise<void>;
}

export interface WakeUpSender extends WakeUps {
  close(): Promise<void>;
}

function classesFor(url: string): {
  connection: QueueOptions['connection'];
  Queue: typeof Queue;
  Worker: typeof Worker;
} {
  if (url.startsWith('redis')) return { connection: { url } as QueueOptions['connection'], Queue, Worker };
  const postgres = withBackend(createPostgresBackend);
  return {
    connection: {
      connectionString: url,
      migrate: true,
      options: unhurried,
    } as unknown as QueueOptions['connection'],
    Queue: postgres.Queue as unknown as typeof Queue,
    Worker: postgres.Worker as unknown as typeof Worker,
  };
}

/** `url` is `postgres://…` or `redis://…`. Failing to wake is logged, never thrown: the sweep comes anyway. */
export function openWakeUpSender(url: string, log: Logger, lost: () => void = () => undefined): WakeUpSender {
  const { connection, Queue: QueueClass } = classesFor(url);
  return senderOf(
    () => {
      const queue = new QueueClass(queueName, { connection, defaultJobOptions: keepNothing });
      queue.on('error', (error: Error) => log.warn({ err: error }, 'wake-up queue error'));
      return queue as unknown as QueueLike;
    },
    log,
    lost,
  );
}

/** A queue that is away may keep a caller for as long as it is: whoever commits must not wait for it. */
const sendMs = 1_000;
const late = 'the queue did not answer in time';
/** After a wake-up that was not taken: for so long the others are not even offered. */
const leaveAloneMs = 2_000;

/** BullMQ remembers for ever that it could not begin: what could not is thrown away, and the next call begins anew. */
function senderOf(open: () => QueueLike, log: Logger, lost: () => void): WakeUpSender {
  let begun: Promise<QueueLike> | undefined;
  const begin = async (): Promise<QueueLike> => {
    const queue = open();
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      begun = undefined;
      await queue.close().catch(() => undefined);
      throw error;
    }
  };
  const ready = () => {
    begun ??= begin();
    return begun;
  };
  ready().catch((error: unknown) => log.warn({ err: error }, 'the wake-up queue is not there yet'));
  let aloneUntil = 0;
  let lastTakenAt = Number.NEGATIVE_INFINITY;
  const send = async (job: WakeUpJob, options: { delay?: number; jobId?: string } = {}) => {
    if (performance.now() < aloneUntil) return lost();
    const failed = (err: unknown) => {
      aloneUntil = performance.now() + leaveAloneMs;
      lost();
      log.warn({ err, job }, 'could not wake a worker; the sweep will find it');
    };
    const sentAt = performance.now();
    let refusal: unknown = late;
    const added = ready()
      .then((queue) => queue.add(job.type, job, options))
      .then(
        () => {
          refusal = undefined;
          lastTakenAt = performance.now();
        },
        (error: unknown) => {
          refusal = error;
        },
      );
    await within(added, sendMs);
    // A queue that is busy takes one after the other, and this one in its turn: only its sender waits no longer.
    const isBusy = refusal === late && lastTakenAt > sentAt;
    if (refusal !== undefined && !isBusy) failed(refusal);
  };
  return {
    topic: (topicId, at) => send({ type: 'topic', topicId }, { delay: delayUntil(at) }),
    circle: (circleId, at) => send({ type: 'circle', circleId }, { delay: delayUntil(at) }),
    stream: (stream) => send({ type: 'stream', stream }),
    // One at a time for a key: a flood of events about it must not become a flood of reads.
    check: (objectKey) =>
      send({ type: 'check', objectKey }, { delay: checkDelayMs, jobId: `check ${objectKey}` }),
    async close() {
      const closed = begun?.then(
        (queue) => queue.close(),
        () => undefined,
      );
      if (closed) await within(closed, drainMs);
    },
  };
}

function delayUntil(at: Date | undefined): number {
  return at ? Math.max(0, at.getTime() - Date.now()) : 0;
}

/** Runs `handle` for every wake-up until closed; closing waits for those under way. */
export function startWakeUpReceiver(
  url: string,
  log: Logger,
  handle: (job: WakeUpJob) => Promise<void>,
  concurrency = 16,
): { close(): Promise<void> } {
  const { connection, Worker: WorkerClass } = classesFor(url);
  const open = () => {
    const worker = new WorkerClass(queueName, async (job) => handle(job.data as WakeUpJob), {
      connection,
      concurrency,
      lockDuration: 10_000,
      stalledInterval: 5_000,
      runRetryDelay: beginAgainMs,
      autorun: false,
    });
    worker.on('error', (error: Error) => {
      if (isLostLock(error)) log.debug({ err: error }, 'a wake-up is done by somebody else as well, or was');
      else log.warn({ err: error }, 'wake-up worker error');
    });
    worker.on('failed', (job, error) =>
      log.error({ err: error, job: job?.data }, 'a wake-up failed; the sweep will retry'),
    );
    return worker;
  };
  const closing = new AbortController();
  const begun = beginReceiving(open, log, closing.signal);
  return {
    async close() {
      closing.abort();
      const closed = begun.then((worker) => worker?.close());
      if (await within(closed, drainMs)) return;
      log.warn('wake-ups under way did not end in time; the sweep of another worker takes over');
      await within(
        begun.then((worker) => worker?.close(true)),
        drainMs,
      );
    },
  };
}

/**
 * The first worker that finds its queue. One that did not would ask again at once and for ever, without ever letting
 * the process do anything else: it remembers that it could not begin.
 */
async function beginReceiving(
  open: () => Worker,
  log: Logger,
  closing: AbortSignal,
): Promise<Worker | undefined> {
  while (!closing.aborted) {
    const worker = open();
    try {
      await worker.waitUntilReady();
      worker.run().catch((error: unknown) => log.error({ err: error }, 'no more wake-ups are received'));
      return worker;
    } catch (error) {
      log.warn({ err: error }, 'the wake-up queue is not there yet');
      await within(
        worker.close(true).catch(() => undefined),
        drainMs,
      );
      await delay(beginAgainMs, undefined, { signal: closing }).catch(() => undefined);
    }
  }
  return undefined;
}
