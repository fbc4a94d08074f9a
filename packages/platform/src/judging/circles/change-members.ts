import { tables } from '@agent-home/database';
import type { CircleAction } from '@agent-home/http-contract';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { appendFeed, type FeedEntry } from '../../publication/feed/append-feed.ts';
import type { PersonalEventType } from '../../publication/feed/event-types.ts';
import { requireAgents, requireKnownAgents } from '../../registry/agents/require-agents.ts';
import {
  admitMember,
  changeRole,
  endMembership,
  forgetInvitation,
  isMember,
} from '../../registry/circles/membership.ts';
import type { JoinSession } from './carry-out-join.ts';

/** Adds, removes or invites an agent, or changes its role, under the circle's lock, and tells the agent. */
export async function changeMembers(
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
