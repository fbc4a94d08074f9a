import {
  advanceCircle,
  advanceTopic,
  checkObject,
  type PublishingPlatform,
  publishStream,
  type WakeUpJob,
  type WakeUps,
} from '@agent-home/platform';

/** Wake-up jobs in the order of arrival, run one by one on request, so that every run is the same. */
export class WakeQueue implements WakeUps {
  readonly #jobs = new Map<string, WakeUpJob>();
  readonly #alarms: { at: number; job: WakeUpJob }[] = [];
  readonly #graceMs: number;

  constructor(graceSeconds: number) {
    this.#graceMs = graceSeconds * 1000;
  }

  async topic(topicId: string, at?: Date): Promise<void> {
    this.#add({ type: 'topic', topicId }, at);
  }

  async circle(circleId: string, at?: Date): Promise<void> {
    this.#add({ type: 'circle', circleId }, at);
  }

  async stream(stream: string): Promise<void> {
    this.#add({ type: 'stream', stream });
  }

  async check(objectKey: string): Promise<void> {
    this.#add({ type: 'check', objectKey });
  }

  /** Runs every due job, and the jobs that result from it. */
  async settle(platform: PublishingPlatform): Promise<void> {
    for (let [next] = this.#jobs; next; [next] = this.#jobs) {
      this.#jobs.delete(next[0]);
      await carryOut(platform, next[1]);
    }
  }

  /** Removes the earliest alarm up to this moment, adds its job to the queue, and returns its time. */
  takeAlarm(until: number): number | undefined {
    const [first] = this.#alarms.sort((one, other) => one.at - other.at);
    if (!first || first.at > until) return undefined;
    this.#alarms.shift();
    this.#add(first.job);
    return first.at;
  }

  #add(job: WakeUpJob, at?: Date): void {
    if (!at) {
      this.#jobs.set(JSON.stringify(job), job);
      return;
    }
    // A deadline counts after its grace period; some callers have added it, and an unnecessary job is harmless.
    for (const wait of [0, this.#graceMs + 1]) this.#alarms.push({ at: at.getTime() + wait, job });
  }
}

async function carryOut(platform: PublishingPlatform, job: WakeUpJob): Promise<void> {
  switch (job.type) {
    case 'topic':
      return advanceTopic(platform, job.topicId);
    case 'circle':
      return advanceCircle(platform, job.circleId);
    case 'stream':
      return publishStream(platform, job.stream);
    case 'check':
      return void (await checkObject(platform, job.objectKey));
  }
}
