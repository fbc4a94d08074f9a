import { createPostgresBackend, Queue, type QueueOptions, Worker, withBackend } from 'bullmq';
import type { Logger } from 'pino';
import { within } from '../shared/within.ts';
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

interface QueueLike {
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
  const queue = new QueueClass(queueName, { connection, defaultJobOptions: keepNothing });
  queue.on('error', (error: Error) => log.warn({ err: error }, 'wake-up queue error'));
  return senderOf(queue as unknown as QueueLike, log, lost);
}

/** A queue that is away may keep a caller for as long as it is: whoever commits must not wait for it. */
const sendMs = 1_000;
const late = 'the queue did not answer in time';
/** After a wake-up that was not taken: for so long the others are not even offered. */
const leaveAloneMs = 2_000;

function senderOf(queue: QueueLike, log: Logger, lost: () => void): WakeUpSender {
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
    const added = queue.add(job.type, job, options).then(
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
    close: async () => void (await within(queue.close(), drainMs)),
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
  const worker = new WorkerClass(queueName, async (job) => handle(job.data as WakeUpJob), {
    connection,
    concurrency,
    lockDuration: 10_000,
    stalledInterval: 5_000,
  });
  worker.on('error', (error: Error) => log.warn({ err: error }, 'wake-up worker error'));
  worker.on('failed', (job, error) =>
    log.error({ err: error, job: job?.data }, 'a wake-up failed; the sweep will retry'),
  );
  return {
    async close() {
      if (await within(worker.close(), drainMs)) return;
      log.warn('wake-ups under way did not end in time; the sweep of another worker takes over');
      await within(worker.close(true), drainMs);
    },
  };
}
