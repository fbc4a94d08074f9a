import {
  advanceCircle,
  advanceTopic,
  attempt,
  catchUpCards,
  catchUpEditions,
  catchUpLines,
  checkObject,
  completePolicyBundles,
  deleteExpired,
  deliverAlerts,
  ensureLifecycle,
  evaluateAlerts,
  keepHouse,
  type NoticeConnection,
  notifyApprovals,
  type PublishingPlatform,
  publishPlatformObjects,
  publishPresence,
  publishStream,
  publishTimestamp,
  renewEndedMemberships,
  type StoreCause,
  sendMailboxCodes,
  startNoticeReceiver,
  startWakeUpReceiver,
  sweep,
  type WakeUpJob,
  withCause,
  withDuty,
  within,
} from '@agent-home/platform';
import { coalesce } from './coalesce.ts';
import { repeat } from './repeat.ts';

/** Time for a running duty to end when the process shuts down. */
const drainMs = 10_000;

export interface WorkerOptions {
  queueUrl: string;
  /** Exact text of the root-signed key list. */
  keysDocument: string;
  sweepIntervalSeconds: number;
  /** Connection for notices to workers, if the queue is in PostgreSQL. */
  connection: NoticeConnection;
}

/**
 * Agents that wait for a home connect as soon as it is up. Presence is published soon, so that an early viewer does not find the
 * home empty.
 */
const firstPresenceSeconds = 5;

export interface RunningWorker {
  /** Finishes pending work and starts no more. */
  close(): Promise<void>;
}

/** Starts to judge and publish, on wake-up jobs and periodically for work without one. */
export async function startWorker(
  platform: PublishingPlatform,
  options: WorkerOptions,
): Promise<RunningWorker> {
  const { config, log } = platform;
  await withCause('start', async () => {
    await publishPlatformObjects(platform, options.keysDocument);
    await ensureLifecycle(platform);
  });
  await completePolicyBundles(platform);
  await catchUpCards(platform);
  await catchUpEditions(platform);
  await renewEndedMemberships(platform);
  const startedAt = platform.now();
  const handle = createHandler(platform);
  const receivers = [startWakeUpReceiver(options.queueUrl, log, handle)];
  if (platform.wake.channel !== undefined)
    receivers.push(await startNoticeReceiver(platform, options.connection, handle));
  const duties = [
    repeat('sweep', options.sweepIntervalSeconds, log, () =>
      withDuty(platform, 'sweep', async () => void (await sweep(platform))),
    ),
    repeat(
      'presence',
      config.presenceIntervalSeconds,
      log,
      () => withDuty(platform, 'presence', () => withCause('presence', () => publishPresence(platform))),
      firstPresenceSeconds,
    ),
    repeat('timestamp', config.timestampIntervalSeconds, log, () =>
      withDuty(platform, 'timestamp', () =>
        withCause('timestamp', () => publishTimestamp(platform, options.keysDocument)),
      ),
    ),
    repeat('retention', 600, log, () =>
      withDuty(platform, 'retention', () =>
        withCause('retention', async () => void (await deleteExpired(platform))),
      ),
    ),
    repeat('editions', 60, log, () => withDuty(platform, 'editions', () => catchUpEditions(platform))),
    repeat('lines', 60, log, () => withDuty(platform, 'lines', () => catchUpLines(platform))),
    repeat('alerts', config.alertIntervalSeconds, log, () =>
      withDuty(platform, 'alerts', async () => {
        await evaluateAlerts(platform, startedAt);
        await deliverAlerts(platform);
        await sendMailboxCodes(platform);
        await notifyApprovals(platform);
      }),
    ),
    repeat('housekeeping', 3_600, log, () => withDuty(platform, 'housekeeping', () => keepHouse(platform))),
  ];
  return {
    async close() {
      const stopped = Promise.all(duties.map((duty) => duty.stop()));
      if (!(await within(stopped, drainMs))) log.warn('a periodic duty did not end in time');
      await Promise.all(receivers.map((receiver) => receiver.close()));
    },
  };
}

/**
 * Creates the handler of wake-up jobs, which counts outcomes. A failure of the work itself is recorded; after an outage the sweep
 * repeats the work.
 */
function createHandler(platform: PublishingPlatform): (job: WakeUpJob) => Promise<void> {
  const duty = (
    kind: 'topic' | 'circle' | 'check' | 'stream',
    cause: StoreCause,
    work: (subject: string) => Promise<unknown>,
  ) => {
    const run = coalesce(async (subject) => {
      const carryOut = () => withCause(cause, async () => void (await work(subject)));
      // Failures of a stream are counted in its rows.
      await (kind === 'stream' ? carryOut() : attempt(platform, kind, subject, carryOut));
    });
    return async (subject: string) => {
      const count = (outcome: string) => platform.metrics.wakeUps.inc({ type: kind, outcome });
      await run(subject).then(count, (error: unknown) => {
        count('failed');
        throw error;
      });
    };
  };
  const advance = duty('topic', 'judge', (topicId) => advanceTopic(platform, topicId));
  const advanceMembers = duty('circle', 'judge', (circleId) => advanceCircle(platform, circleId));
  const publish = duty('stream', 'publish', (stream) => publishStream(platform, stream));
  const check = duty('check', 'check', (objectKey) => checkObject(platform, objectKey));
  return (job) => {
    switch (job.type) {
      case 'topic':
        return advance(job.topicId);
      case 'circle':
        return advanceMembers(job.circleId);
      case 'stream':
        return publish(job.stream);
      case 'check':
        return check(job.objectKey);
    }
  };
}
