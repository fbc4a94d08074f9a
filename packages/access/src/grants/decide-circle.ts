import { AccessError } from '../access-error.ts';
import type { AccessFacts, CircleFacts } from './access-facts.ts';
import type { GrantDecision } from './decide-grant.ts';
import { deny } from './denial.ts';
import type { SupportedGrant } from './grant-request.ts';
import { ownTickets } from './own-tickets.ts';
import { circleReadPermissions } from './read-permissions.ts';

type CircleGrant = Extract<SupportedGrant, { circle_id: string }>;

/** One answer for what is not there and for what one may not know of. */
const notFound = () => deny('not_found', 'there is no such circle for you');

export function decideCircle(grant: CircleGrant, facts: AccessFacts): GrantDecision {
  const { circle } = facts;
  if (circle === undefined || circle.circle_id !== grant.circle_id) return notFound();
  switch (grant.type) {
    case 'circle_read':
      return circle.role === undefined
        ? notFound()
        : { permissions: circleReadPermissions(circle.circle_id, isDecider(circle)) };
    case 'circle_join_request_write':
      return decideJoinRequest(circle, facts);
    case 'circle_join_approval_write':
      return decideJoinApproval(circle, facts);
  }
}

function isDecider({ role, decider_roles }: CircleFacts): boolean {
  return role !== undefined && decider_roles.includes(role);
}

function decideJoinRequest(circle: CircleFacts, facts: AccessFacts): GrantDecision {
  if (circle.role !== undefined) return deny('already_a_member', 'you are a member of this circle');
  if (!circle.listed && !circle.invited) return notFound();
  if (circle.membership_mode === 'invite' && !circle.invited)
    return deny('not_invited', 'this circle takes only those it invites');
  return ticketsFor('join_request', circle, facts);
}

function decideJoinApproval(circle: CircleFacts, facts: AccessFacts): GrantDecision {
  if (circle.role === undefined) return notFound();
  if (!isDecider(circle)) return deny('not_a_decider', 'your role does not decide about join requests');
  return ticketsFor('join_approval', circle, facts);
}

function ticketsFor(
  ticketClass: 'join_request' | 'join_approval',
  circle: CircleFacts,
  { agent, now, writable }: AccessFacts,
): GrantDecision {
  if (writable === undefined) throw new AccessError('missing_facts', 'which keys are to be written');
  if ('denied' in writable) {
    return ticketClass === 'join_approval'
      ? deny('nothing_to_decide', writable.message)
      : deny('not_writable_now', writable.message);
  }
  const container = circle.circle_id;
  return ownTickets({ class: ticketClass, agentId: agent.agent_id, container, now, keys: writable.keys });
}
