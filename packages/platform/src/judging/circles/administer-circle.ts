import type { CircleAction } from '@agent-home/http-contract';
import { canonicalJson, containerPrefix } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { audienceChanged } from '../../publication/outbox/audience-changed.ts';
import { circleStream, enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { type ContainerReference, type Exposure, listExposures } from '../../registry/access/exposure.ts';
import {
  approvalWith,
  type CircleRow,
  getApproval,
  manifestBody,
  manifestKey,
} from '../../registry/circles/circle-policy.ts';
import { loadDeciders, lockCircle } from '../../registry/circles/join-situation.ts';
import type { JoinSession } from './carry-out-join.ts';
import { changeMembers } from './change-members.ts';
import { recount } from './judge-circle.ts';

type ActionOf<Name extends CircleAction['action']> = Extract<CircleAction, { action: Name }>;

/** Applies an admin's change to a circle, and decides its pending join requests again. @throws PlatformError */
export async function administerCircle(
  platform: Platform,
  circleId: string,
  action: CircleAction,
): Promise<{ circle_id: string; policy_version: number; exposed?: Exposure[] }> {
  const policyVersion = await actTransaction(platform, async (executor) => {
    const circle = await lockCircle(executor, circleId);
    if (!circle) throw new PlatformError('not_found', 'no circle has this id; check it');
    const now = platform.now();
    const before: JoinSession = { executor, circle, now, deciders: new Map() };
    const changed = await carryOut(before, action);
    await recount({ ...before, circle: changed, deciders: await loadDeciders(executor, changed) });
    return changed.policyVersion;
  });
  await platform.wake.stream(circleStream(circleId));
  return {
    circle_id: circleId,
    policy_version: policyVersion,
    ...(action.action === 'remove_member'
      ? { exposed: await exposedBeyond(platform, circleId, action.agent_id) }
      : {}),
  };
}

/** Returns the remaining access of an agent removed from a circle: there, and in topics and tasks for its members. */
async function exposedBeyond({ database }: Platform, circleId: string, agentId: string): Promise<Exposure[]> {
  const { topics, tasks } = tables;
  const [ofTopics, ofTasks] = await Promise.all([
    database.select({ id: topics.topicId }).from(topics).where(eq(topics.circleId, circleId)),
    database.select({ id: tasks.taskId }).from(tasks).where(eq(tasks.circleId, circleId)),
  ]);
  const containers: ContainerReference[] = [
    { kind: 'circle', id: circleId },
    ...ofTopics.map(({ id }) => ({ kind: 'topic' as const, id })),
    ...ofTasks.map(({ id }) => ({ kind: 'task' as const, id })),
  ];
  return listExposures(database, { agentId, containers });
}

async function carryOut(session: JoinSession, action: CircleAction): Promise<CircleRow> {
  if (action.action === 'update_policy') return updatePolicy(session, action);
  await changeMembers(session, action);
  return session.circle;
}

async function updatePolicy(
  { executor, circle }: JoinSession,
  action: ActionOf<'update_policy'>,
): Promise<CircleRow> {
  const { circles } = tables;
  const { circleId, policyVersion } = circle;
  const { name, description, membership_mode: membershipMode, listed, approval } = action;
  const given = { name, description, membershipMode, listed };
  const [changed] = await executor
    .update(circles)
    .set({
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(approval ? { approval: canonicalJson({ ...approvalWith(getApproval(circle), approval) }) } : {}),
      policyVersion: policyVersion + 1,
    })
    .where(eq(circles.circleId, circleId))
    .returning();
  if (!changed) throw new Error('a locked circle is gone');
  const manifest = { objectKey: manifestKey(circleId), body: manifestBody(changed) };
  await enqueueObjects(executor, [{ stream: circleStream(circleId), ...manifest }]);
  await audienceChanged(executor, containerPrefix.circle(circleId));
  return changed;
}
