import { attempt } from '../../foundation/platform/attempt.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { failureId, settleFailure } from '../../foundation/platform/record-failure.ts';
import { storeAnswers } from '../../foundation/resilience/guard-store.ts';
import { isOutage } from '../../foundation/resilience/is-outage.ts';
import { withCause } from '../../foundation/resilience/store-cause.ts';
import { findDueWork, type SweepStep } from '../../judging/agents/due-work.ts';
import { emptyErasedKeys } from '../../judging/erasure/guard-erased-keys.ts';
import { closeForgottenTickets, markDueTickets, scheduleRecheck } from '../../judging/inputs/due-checks.ts';
import { fillSkeletons } from '../../registry/agents/fill-skeletons.ts';
import { notifyEndedTasks } from '../../registry/tasks/notify-ended-tasks.ts';
import { openFailures, retryFailure } from '../failures/retry-failures.ts';

/**
 * Does the work that wake-ups and events missed, based on rows alone: leftover outbox rows, expired deadlines, keys to compare, due
 * summaries, open tickets without events, and failed work. Limited per call; returns the number of steps. It does nothing while the
 * store is down, since every step would fail.
 */
export async function sweep(platform: PublishingPlatform): Promise<number> {
  if (!(await storeAnswers(platform.store))) return 0;
  const stopTimer = platform.metrics.sweepSeconds.startTimer();
  const { keys, topics, circles } = await markDueTickets(platform);
  const found = await findDueWork(platform, { topics, circles });
  const failed = new Map((await openFailures(platform)).map((failure) => [failure.id, failure]));
  const retried = [...failed.values()]
    .filter(({ retryAt }) => isDue(platform, retryAt))
    .map((failure) => ({ ...failure, run: () => retryFailure(platform, failure) }));
  const steps = new Map<string, SweepStep>();
  // A step found by its rows replaces a retry of the same subject, because it is more precise.
  for (const step of [...retried, ...found]) steps.set(`${step.kind} ${step.subject}`, step);
  let taken = 0;
  for (const step of steps.values()) {
    const before = step.kind === 'stream' ? undefined : failed.get(failureId(step.kind, step.subject));
    if (before && !isDue(platform, before.retryAt)) continue;
    taken += 1;
    platform.metrics.sweepSteps.inc({ kind: step.kind });
    const outcome = await take(platform, step);
    if (outcome === 'done' && before) await settleFailure(platform, before.kind, before.subject);
    if (outcome !== 'outage') continue;
    await scheduleRecheck(platform, keys);
    break;
  }
  await closeForgottenTickets(platform);
  await notifyEndedTasks(platform);
  await fillSkeletons(platform);
  await emptyErasedKeys(platform).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
  });
  stopTimer();
  return taken;
}

function isDue(platform: PublishingPlatform, retryAt: Date | null): boolean {
  return retryAt !== null && retryAt <= platform.now();
}

/** Runs one step, and reports a failure instead of throwing it, so that the other steps run too. */
async function take(platform: PublishingPlatform, step: SweepStep): Promise<'done' | 'failed' | 'outage'> {
  const { kind, subject, run } = step;
  try {
    // The outbox rows count a stream's failures, so they are not recorded as failed work.
    const work = kind === 'stream' ? run : () => attempt(platform, kind, subject, run);
    await withCause('sweep', work);
    return 'done';
  } catch (error) {
    platform.log.error({ err: error, kind, subject }, 'a sweep step failed; it stays due');
    return isOutage(error) ? 'outage' : 'failed';
  }
}
