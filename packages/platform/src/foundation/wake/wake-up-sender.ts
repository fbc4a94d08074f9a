import type { Logger } from 'pino';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { noticeChannel } from './notices.ts';
import { classesFor, drainMs, isInPostgres, queueName } from './queue-classes.ts';
import type { WakeUpJob, WakeUps } from './wake-ups.ts';

/** Options of a job: it is tried once and not kept, since the sweep finds the work of a lost wake-up. */
const keepNothing = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;

/** Delay of a check until the put that an event reports is usually confirmed, so that the object need not be read. */
const checkDelayMs = 1_000;

/** Maximum time that a caller waits for the queue to accept a wake-up. */
const sendMs = 1_000;
const late = 'the queue did not answer in time';
/** Time without wake-ups after the queue refused one. */
const leaveAloneMs = 2_000;

interface QueueLike {
  waitUntilReady(): Promise<unknown>;
  add(name: string, data: WakeUpJob, options: object): Promise<unknown>;
  close(): Promise<void>;
}

export interface WakeUpSender extends WakeUps {
  close(): Promise<void>;
}

/**
 * Opens a sender for `postgres://…` or `redis://…`. A failure to send is logged and never thrown, since the
 * sweep finds the work.
 */
export function openWakeUpSender(url: string, log: Logger, lost: () => void = () => undefined): WakeUpSender {
  const { connection, Queue: QueueClass } = classesFor(url);
  const queue = openQueue(() => {
    const opened = new QueueClass(queueName, { connection, defaultJobOptions: keepNothing });
    opened.on('error', (error: Error) => log.warn({ err: error }, 'wake-up queue error'));
    // BullMQ types `add` by the jobs of one queue class; our queue has one kind of job on either backend.
    return opened as unknown as QueueLike;
  });
  queue.ready().catch((error: unknown) => log.warn({ err: error }, 'the wake-up queue is not there yet'));
  const send = sendTo(queue.ready, log, lost);
  return {
    channel: isInPostgres(url) ? noticeChannel : undefined,
    topic: (topicId, at) => send({ type: 'topic', topicId }, { delay: delayUntil(at) }),
    circle: (circleId, at) => send({ type: 'circle', circleId }, { delay: delayUntil(at) }),
    stream: (stream) => send({ type: 'stream', stream }),
    // One job at a time for a key, so that a flood of events about it does not become a flood of reads.
    check: (objectKey) =>
      send({ type: 'check', objectKey }, { delay: checkDelayMs, jobId: `check ${objectKey}` }),
    close: queue.close,
  };
}

/** Opens the queue at the first call. A queue that could not connect is discarded, because BullMQ never retries it. */
function openQueue(open: () => QueueLike): { ready(): Promise<QueueLike>; close(): Promise<void> } {
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
  return {
    ready() {
      begun ??= begin();
      return begun;
    },
    async close() {
      const closed = begun?.then(
        (queue) => queue.close(),
        () => undefined,
      );
      if (closed) await withTimeout(closed, drainMs);
    },
  };
}

/** Sends wake-ups, with a timeout of `sendMs` for each. After a failure it sends none for a while. */
function sendTo(ready: () => Promise<QueueLike>, log: Logger, lost: () => void) {
  let aloneUntil = 0;
  let lastTakenAt = Number.NEGATIVE_INFINITY;
  return async (job: WakeUpJob, options: { delay?: number; jobId?: string } = {}): Promise<void> => {
    if (performance.now() < aloneUntil) return lost();
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
    await withTimeout(added, sendMs);
    // Other wake-ups were accepted meanwhile, so the queue is only busy. It accepts this one later.
    const isBusy = refusal === late && lastTakenAt > sentAt;
    if (refusal === undefined || isBusy) return;
    aloneUntil = performance.now() + leaveAloneMs;
    lost();
    log.warn({ err: refusal, job }, 'could not wake a worker; the sweep will find it');
  };
}

function delayUntil(at: Date | undefined): number {
  return at ? Math.max(0, at.getTime() - Date.now()) : 0;
}
