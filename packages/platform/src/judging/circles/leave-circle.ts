import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { circleStream } from '../../publication/outbox/enqueue-object.ts';
import { loadDeciders, lockCircle, openRequest } from '../../registry/circles/join-situation.ts';
import { endMembership } from '../../registry/circles/membership.ts';
import { saveRequest } from './carry-out-join.ts';
import { recount } from './judge-circle.ts';

/**
 * Ends the membership of a member, or withdraws the request of a candidate.
 * @throws PlatformError `not_found` for any other agent, as for a circle that does not exist
 */
export async function leaveCircle(
  platform: Platform,
  circleId: string,
  agentId: string,
): Promise<{ circle_id: string; outcome: 'left' | 'withdrawn' }> {
  const outcome = await platform.database.transaction(async (executor) => {
    const circle = await lockCircle(executor, circleId);
    if (!circle) throw notFound();
    const now = platform.now();
    if (await endMembership(executor, { circleId, agentId }, 'left', now)) {
      await recount({ executor, circle, now, deciders: await loadDeciders(executor, circle) });
      return 'left' as const;
    }
    const request = await openRequest(executor, circleId, agentId);
    if (!request) throw notFound();
    await saveRequest({ executor, now }, request, { status: 'withdrawn' });
    return 'withdrawn' as const;
  });
  await platform.wake.stream(circleStream(circleId));
  return { circle_id: circleId, outcome };
}

export function notFound(): PlatformError {
  return new PlatformError('not_found', 'no circle with this id is visible to you; check the id');
}
