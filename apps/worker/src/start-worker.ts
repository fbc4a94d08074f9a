import {
  advanceCircle,
  advanceTopic,
  checkObject,
  deleteExpired,
  ensureLifecycle,
  keepHouse,
  type PublishingPlatform,
  publishPlatformObjects,
  publishPresence,
  publishStream,
  publishTimestamp,
  startWakeUpReceiver,
  sweep,
  type WakeUpJob,
  withDuty,
  within,
} from '@agent-home/platform';
import { coalesce } from './coalesce.ts';
import { repeat } from './repeat.ts';

/** How long a duty under way may take to end when the process shuts down. */
const drainMs = 10_000;

export interface WorkerOptions {
  queueUrl: string;
  /** Exact text of the root-signed key list. */
  keysDocument: string;
  sweepIntervalSeconds: number;
}

export interface RunningWorker {
  /** Finishes what is under way, starts nothing new. */
  close(): Promise<void>;
}

/** Judges and publishes: on wake-ups, and by itself at intervals for whatever a wake-up did not reach. */
export async function startWorker(
  platform: PublishingPlatform,
  options: WorkerOptions,
): Promise<RunningWorker> {
  const { config, log } = platform;
  await publishPlatformObjects(platform, options.keysDocument);
  await ensureLifecycle(platform);
  const receiver = startWakeUpReceiver(options.queueUrl, log, handlerOf(platform));
  const duties = [
    repeat('sweep', options.sweepIntervalSeconds, log, () =>
      withDuty(platform, 'sweep', async () => void (await sweep(platform))),
    ),
    repeat('presence', config.presenceIntervalSeconds, log, () =>
      withDuty(platform, 'presence', () => publishPresence(platform)),
    ),
    repeat('timestamp', config.timestampIntervalSeconds, log, () =>
      withDuty(platform, 'timestamp', () => publishTimestamp(platform, options.keysDocument)),
    ),
    repeat('retention', 600, log, () =>
      withDuty(platform, 'retention', async () => void (await deleteExpired(platform))),
    ),
    repeat('housekeeping', 3_600, log, () => withDuty(platform, 'housekeeping', () => keepHouse(platform))),
  ];
  return {
    async close() {
      const stopped = Promise.all(duties.map((duty) => duty.stop()));
      if (!(await within(stopped, drainMs))) log.warn('a periodic duty did not end in time');
      await receiver.close();
    },
  };
}

function handlerOf(platform: PublishingPlatform): (job: WakeUpJob) => Promise<void> {
  const advance = coalesce((topicId) => advanceTopic(platform, topicId));
  const advanceMembers = coalesce((circleId) => advanceCircle(platform, circleId));
  const publish = coalesce((stream) => publishStream(platform, stream));
  const check = coalesce(async (objectKey) => void (await checkObject(platform, objectKey)));
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
