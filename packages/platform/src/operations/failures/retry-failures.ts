import { asc, isNull } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import type { FailureKind } from '../../foundation/platform/record-failure.ts';
import { leaveAgain } from '../../judging/agents/departures.ts';
import { advanceCircle } from '../../judging/circles/advance-circle.ts';
import { advanceTopic } from '../../judging/session/advance-topic.ts';
import { checkObject } from '../../publication/outbox/check-object.ts';
import { deleteAgentObject } from '../../registry/artifacts/delete-agent-object.ts';
import { carryOutRemovals } from '../../registry/artifacts/remove-artifacts.ts';

const atOnce = 1_000;

interface OpenFailure {
  id: string;
  kind: FailureKind;
  subject: string;
  retryAt: Date | null;
}

/** Returns the failures that are not settled yet. */
export function openFailures(platform: PublishingPlatform): Promise<OpenFailure[]> {
  const { failures } = tables;
  return platform.database
    .select({ id: failures.id, kind: failures.kind, subject: failures.subject, retryAt: failures.retryAt })
    .from(failures)
    .where(isNull(failures.settledAt))
    .orderBy(asc(failures.retryAt))
    .limit(atOnce);
}

/**
 * Retries failed work. Work of most kinds stays due in a table of its own, where the sweep finds it; if it is not due there any
 * more, the failure is settled.
 */
export async function retryFailure(platform: PublishingPlatform, failure: OpenFailure): Promise<void> {
  const { kind, subject } = failure;
  if (kind === 'topic') return advanceTopic(platform, subject);
  if (kind === 'circle') return advanceCircle(platform, subject);
  if (kind === 'check') return void (await checkObject(platform, subject));
  if (kind === 'departure') return leaveAgain(platform, subject);
  // The subject is either an agent whose work is to be removed, or the key of one object.
  if (kind === 'removal')
    return subject.includes('/') ? deleteAgentObject(platform, subject) : carryOutRemovals(platform, subject);
}
