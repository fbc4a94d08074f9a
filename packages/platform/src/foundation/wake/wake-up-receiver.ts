import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCode, type Worker } from 'bullmq';
import type { Logger } from 'pino';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { classesFor, drainMs, queueName } from './queue-classes.ts';
import type { WakeUpJob } from './wake-ups.ts';

/** The wait between attempts to connect to the queue, at the start and after a lost connection. */
const beginAgainMs = 500;

const goneJobs: ReadonlySet<unknown> = new Set([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/**
 * Returns true if BullMQ only reports that it could not renew the lock of a job. The job has just ended, or another worker runs it
 * as well, which is harmless. Such an error is not logged.
 */
function isLostLock(error: Error & { code?: unknown }): boolean {
  return goneJobs.has(error.code) || error.message.startsWith('could not renew lock for job ');
}

/** Runs `handle` for every wake-up until closed; closing waits for running ones. */
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
      if (await withTimeout(closed, drainMs)) return;
      log.warn('wake-ups under way did not end in time; the sweep of another worker takes over');
      await withTimeout(
        begun.then((worker) => worker?.close(true)),
        drainMs,
      );
    },
  };
}

/**
 * Opens BullMQ workers until one connects. A worker that could not connect is discarded, because it would retry forever without
 * pause and block the process.
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
      await withTimeout(
        worker.close(true).catch(() => undefined),
        drainMs,
      );
      await delay(beginAgainMs, undefined, { signal: closing }).catch(() => undefined);
    }
  }
  return undefined;
}
