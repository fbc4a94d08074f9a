import { and, isNotNull, isNull } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Database, type DatabaseConnection, tables } from '../../database/index.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { noticeChannel, readNotice } from './notices.ts';
import { drainMs } from './queue-classes.ts';
import type { WakeUpJob, WakeUps } from './wake-ups.ts';

/** Number of notices processed in parallel. Further ones are added to the queue for other workers. */
const concurrency = 16;
/** Maximum number of rows read when notices may have been missed; the sweep finds the rest. */
const mostMissed = 500;

interface NoticePlatform {
  database: Database;
  /** Queue for work beyond the capacity of this process. */
  wake: Pick<WakeUps, 'topic' | 'circle'>;
  log: Logger;
}

/** Connection that receives notices and competes for the role of handling them. */
export type NoticeConnection = Pick<DatabaseConnection, 'listen' | 'lead'>;

/**
 * Runs `handle` for notifications. Every worker receives all of them and one handles them, since all would do
 * the same work; another one takes over when it ends. Notifications missed meanwhile are found in the database
 * after a takeover and after each reconnect (openspec: input-processing).
 */
export async function startNoticeReceiver(
  platform: NoticePlatform,
  connection: NoticeConnection,
  handle: (job: WakeUpJob) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const { log, wake } = platform;
  const underWay = new Set<Promise<void>>();
  let isClosed = false;

  function take(job: WakeUpJob): void {
    if (underWay.size >= concurrency) {
      leaveToOthers(job);
      return;
    }
    const work = handle(job)
      .catch((err: unknown) => log.error({ err, job }, 'a wake-up failed; the sweep will retry'))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }

  function leaveToOthers(job: WakeUpJob): void {
    if (job.type === 'topic') void wake.topic(job.topicId);
    if (job.type === 'circle') void wake.circle(job.circleId);
  }

  async function pollMissed(): Promise<void> {
    if (!leadership.isHeld || isClosed) return;
    try {
      for (const job of await missedJobs(platform.database)) take(job);
    } catch (err) {
      log.warn({ err }, 'what notices were missed is not known; the sweep will find it');
    }
  }

  const leadership = connection.lead(noticeChannel, () => void pollMissed());
  await connection.listen(
    noticeChannel,
    (payload) => {
      const job = leadership.isHeld && !isClosed ? readNotice(payload) : undefined;
      if (job) take(job);
    },
    () => void pollMissed(),
  );
  return {
    async close() {
      isClosed = true;
      await leadership.close();
      if (!(await withTimeout(Promise.all(underWay), drainMs)))
        log.warn('notices under way did not end in time');
    },
  };
}

/** Returns topics and circles with a notified and unchecked input. */
async function missedJobs(database: Database): Promise<WakeUpJob[]> {
  const { tickets } = tables;
  const rows = await database
    .selectDistinct({ topicId: tickets.topicId, circleId: tickets.circleId })
    .from(tickets)
    .where(and(isNull(tickets.closedAt), isNotNull(tickets.hintedAt)))
    .limit(mostMissed);
  return rows.flatMap(({ topicId, circleId }): WakeUpJob[] => {
    if (topicId !== null) return [{ type: 'topic', topicId }];
    return circleId === null ? [] : [{ type: 'circle', circleId }];
  });
}
