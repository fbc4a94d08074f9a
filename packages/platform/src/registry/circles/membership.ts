import type { CircleRole } from '@agent-home/http-contract';
import { containerPrefix, objectKey } from '@agent-home/protocol';
import { and, eq, isNull } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { audienceChanged } from '../../publication/outbox/audience-changed.ts';
import {
  circleStream,
  type EnqueueRequest,
  enqueueObjects,
} from '../../publication/outbox/enqueue-object.ts';
import { type MemberRow, memberBody } from './circle-policy.ts';

/**
 * Makes an agent a member: writes its row and its certified object. All such writes are in this file, under the
 * circle's lock.
 */
export async function admitMember(
  executor: Executor,
  member: { circleId: string; agentId: string; role: CircleRole },
  now: Date,
): Promise<void> {
  const { circleMembers } = tables;
  const fresh = { role: member.role, joinedAt: now, leftAt: null, departure: null };
  const [row] = await executor
    .insert(circleMembers)
    .values({ ...member, ...fresh })
    .onConflictDoUpdate({ target: [circleMembers.circleId, circleMembers.agentId], set: fresh })
    .returning();
  await forgetInvitation(executor, member.circleId, member.agentId);
  await publishMembers(executor, row ? [row] : []);
}

/** Ends a membership. Returns true if the agent was a member. */
export async function endMembership(
  executor: Executor,
  { circleId, agentId }: { circleId: string; agentId: string },
  departure: 'left' | 'removed',
  now: Date,
): Promise<boolean> {
  return changeMember(executor, circleId, agentId, { leftAt: now, departure });
}

/** Changes a member's role. Returns true if the agent is a member. */
export async function changeRole(
  executor: Executor,
  { circleId, agentId, role }: { circleId: string; agentId: string; role: CircleRole },
): Promise<boolean> {
  return changeMember(executor, circleId, agentId, { role });
}

async function changeMember(
  executor: Executor,
  circleId: string,
  agentId: string,
  change: Partial<Pick<MemberRow, 'role' | 'leftAt' | 'departure'>>,
): Promise<boolean> {
  const { circleMembers } = tables;
  const rows = await executor
    .update(circleMembers)
    .set(change)
    .where(
      and(
        eq(circleMembers.circleId, circleId),
        eq(circleMembers.agentId, agentId),
        isNull(circleMembers.leftAt),
      ),
    )
    .returning();
  await publishMembers(executor, rows);
  return rows.length === 1;
}

export async function forgetInvitation(executor: Executor, circleId: string, agentId: string): Promise<void> {
  const { circleInvitations } = tables;
  await executor
    .delete(circleInvitations)
    .where(and(eq(circleInvitations.circleId, circleId), eq(circleInvitations.agentId, agentId)));
}

async function publishMembers(executor: Executor, rows: MemberRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await enqueueObjects(executor, rows.map(memberObject));
  await audienceChanged(executor, containerPrefix.circle(first.circleId));
}

export function memberObject(row: MemberRow): EnqueueRequest {
  return {
    stream: circleStream(row.circleId),
    objectKey: objectKey('circle_member', { circle_id: row.circleId, agent_id: row.agentId }),
    body: memberBody(row),
  };
}

export async function isMember(executor: Executor, circleId: string, agentId: string): Promise<boolean> {
  const { circleMembers } = tables;
  const [row] = await executor
    .select({ leftAt: circleMembers.leftAt })
    .from(circleMembers)
    .where(and(eq(circleMembers.circleId, circleId), eq(circleMembers.agentId, agentId)));
  return row?.leftAt === null;
}
