import type { CircleAction, FeedPayload } from '@agent-home/http-contract';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { requireAgents, requireKnownAgents } from '../../registry/agents/require-agents.ts';
import {
  admitMember,
  changeRole,
  endMembership,
  forgetInvitation,
  isMember,
} from '../../registry/circles/membership.ts';
import type { JoinSession } from './carry-out-join.ts';

type MemberEvent = 'circle.joined' | 'circle.removed' | 'circle.role_changed' | 'circle.invited';
type ToldMember = { [Type in MemberEvent]: { eventType: Type; payload: FeedPayload<Type> } }[MemberEvent];

/** Adds, removes or invites an agent, or changes its role, under the circle's lock, and notifies the agent. */
export async function changeMembers(
  { executor, circle, now }: JoinSession,
  action: Exclude<CircleAction, { action: 'update_policy' }>,
): Promise<void> {
  const { circleId } = circle;
  const { agent_id: agentId } = action;
  const inCircle = { circle_id: circleId };
  const tell = (told: ToldMember) => appendFeed(executor, [{ agentId, occurredAt: now, ...told }]);
  switch (action.action) {
    case 'add_member':
      await requireAgents(executor, [agentId], 'agent_id');
      await requireNoMember(executor, circleId, agentId);
      await admitMember(executor, { circleId, agentId, role: action.role }, now);
      return tell({ eventType: 'circle.joined', payload: { ...inCircle, role: action.role } });
    case 'remove_member':
      requireChanged(await endMembership(executor, { circleId, agentId }, 'removed', now));
      return tell({ eventType: 'circle.removed', payload: inCircle });
    case 'set_role':
      requireChanged(await changeRole(executor, { circleId, agentId, role: action.role }));
      return tell({ eventType: 'circle.role_changed', payload: { ...inCircle, role: action.role } });
    case 'invite':
      await requireAgents(executor, [agentId], 'agent_id');
      await requireNoMember(executor, circleId, agentId);
      await executor
        .insert(tables.circleInvitations)
        .values({ circleId, agentId, invitedAt: now })
        .onConflictDoNothing();
      return tell({
        eventType: 'circle.invited',
        payload: { ...inCircle, name: circle.name, membership_mode: circle.membershipMode },
      });
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
    throw new PlatformError('already_a_member', 'the agent is already a member of the circle', {
      path: 'agent_id',
    });
}

function requireChanged(isChanged: boolean): void {
  if (!isChanged)
    throw new PlatformError('not_a_member', 'the agent is not a member of the circle; check the id', {
      path: 'agent_id',
    });
}
