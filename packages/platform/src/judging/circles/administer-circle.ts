import { tables } from '@agent-home/database';
import type { CircleAction } from '@agent-home/http-contract';
import { canonicalJson, containerPrefix } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed, type FeedEntry } from '../../publication/feed/append-feed.ts';
import type { PersonalEventType } from '../../publication/feed/event-types.ts';
import { audienceChanged } from '../../publication/outbox/audience-changed.ts';
import { circleStream, enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { type ContainerReference, type Exposure, exposuresOf } from '../../registry/access/exposure.ts';
import { requireAgents, requireKnownAgents } from '../../registry/agents/require-agents.ts';
import {
  approvalOf,
  approvalWith,
  type CircleRow,
  manifestBody,
  manifestKey,
} from '../../registry/circles/circle-policy.ts';
import { loadDeciders, lockCircle } from '../../registry/circles/join-situation.ts';
import {
  admitMember,
  changeRole,
  endMembership,
  forgetInvitation,
  isMember,
} from '../../registry/circles/membership.ts';
import type { JoinSession } from './carry-out-join.ts';
import { recount } from './judge-circle.ts';

type ActionOf<Name extends CircleAction['action']> = Extract<CircleAction, { action: Name }>;

/** Carries out an admin's change to a circle, and decides anew the join requests that wait. @throws PlatformError */
export async function administerCircle(
  platform: Platform,
  circleId: string,
  action: CircleAction,
): Promise<{ circle_id: string; policy_version: number; exposed?: Exposure[] }> {
  const policyVersion = await platform.database.transaction(async (executor) => {
    const circle = await lockCircle(executor, circleId);
    if (!circle) throw new PlatformError('not_found', 'there is no circle with this id');
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

/** What an agent that was removed from a circle can still do there, and in topics and tasks for its members. */
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
  return exposuresOf(database, { agentId, containers });
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
      ...(approval ? { approval: canonicalJson({ ...approvalWith(approvalOf(circle), approval) }) } : {}),
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

async function changeMembers(
  { executor, circle, now }: JoinSession,
  action: Exclude<CircleAction, { action: 'update_policy' }>,
): Promise<void> {
  const { circleId } = circle;
  const { agent_id: agentId } = action;
  const tell = (eventType: PersonalEventType, payload: FeedEntry['payload'] = {}) =>
    appendFeed(executor, [
      { agentId, eventType, occurredAt: now, payload: { circle_id: circleId, ...payload } },
    ]);
  switch (action.action) {
    case 'add_member':
      await requireAgents(executor, [agentId], 'agent_id');
      await requireNoMember(executor, circleId, agentId);
      await admitMember(executor, { circleId, agentId, role: action.role }, now);
      return tell('circle.joined', { role: action.role });
    case 'remove_member':
      requireChanged(await endMembership(executor, { circleId, agentId }, 'removed', now));
      return tell('circle.removed');
    case 'set_role':
      requireChanged(await changeRole(executor, { circleId, agentId, role: action.role }));
      return tell('circle.role_changed', { role: action.role });
    case 'invite':
      await requireAgents(executor, [agentId], 'agent_id');
      await requireNoMember(executor, circleId, agentId);
      await executor
        .insert(tables.circleInvitations)
        .values({ circleId, agentId, invitedAt: now })
        .onConflictDoNothing();
      return tell('circle.invited', { name: circle.name, membership_mode: circle.membershipMode });
    case 'withdraw_invitation':
      await requireKnownAgents(executor, [agentId], 'agent_id');
      return forgetInvitation(executor, circleId, agentId);
  }
}

async function requireNoMember(
  executor: JoinSession['executor'],
  circleId: string,
  agentId: string,
): Promise<void> {
  if (await isMember(executor, circleId, agentId))
    throw new PlatformError('already_a_member', 'the agent is a member of this circle', { path: 'agent_id' });
}

function requireChanged(isChanged: boolean): void {
  if (!isChanged)
    throw new PlatformError('not_a_member', 'the agent is no member of this circle', { path: 'agent_id' });
}
