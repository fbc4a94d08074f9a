import type { SupportedGrant } from '@agent-home/protocol';
import { AccessError } from './access-error.ts';
import type { AccessFacts, CircleFacts } from './access-facts.ts';
import { type Denial, type DenialCode, deny } from './denial.ts';
import type { GrantDecision } from './grant-decision.ts';
import { ownTickets } from './own-tickets.ts';
import { circleReadPermissions } from './read-permissions.ts';

type CircleGrant = Extract<SupportedGrant, { circle_id: string }>;

/** Denies missing circles and invisible ones alike, so that the denial does not disclose their existence. */
const notFound = () => deny('not_found', 'no circle with this id is visible to you; check the id');

export function decideCircleGrant(grant: CircleGrant, facts: AccessFacts): GrantDecision {
  const { circle } = facts;
  if (circle === undefined || circle.circle_id !== grant.circle_id) return notFound();
  switch (grant.type) {
    case 'circle_read':
      return circle.role === undefined
        ? notFound()
        : { permissions: circleReadPermissions(circle.circle_id, isDecider(circle), facts.editions) };
    case 'circle_join_request_write':
      return joinRequestDenial(circle) ?? ticketsFor('join_request', circle, facts);
    case 'circle_join_approval_write':
      return joinApprovalDenial(circle) ?? ticketsFor('join_approval', circle, facts);
  }
}

function isDecider({ role, decider_roles }: CircleFacts): boolean {
  return decider_roles.some((decider) => decider === role);
}

/**
 * Returns the reason why an admitted agent may not request to join, independent of earlier requests;
 * `undefined` if it may.
 */
export function joinRequestDenial(
  circle: CircleFacts,
): Denial<'already_a_member' | 'not_found' | 'not_invited'> | undefined {
  if (circle.role !== undefined) return deny('already_a_member', 'you are already a member of this circle');
  if (circle.invited) return undefined;
  if (!circle.listed) return notFound();
  if (circle.membership_mode === 'invite')
    return deny(
      'not_invited',
      'this circle accepts only invited agents; contact its moderators for an invitation',
    );
  return circle.removed
    ? deny('not_invited', 'you were removed from this circle: it has to invite you')
    : undefined;
}

/** Returns the reason why an admitted agent may not decide join requests; `undefined` if it may. */
export function joinApprovalDenial(circle: CircleFacts): Denial | undefined {
  if (circle.role === undefined) return notFound();
  return isDecider(circle) ? undefined : deny('not_a_decider', 'your role does not decide on join requests');
}

/** Reasons for which existing requests prevent another key. */
const keyDenials = ['already_requested', 'rejected_recently', 'nothing_to_decide'] as const;

function keyDenial(code: string): DenialCode {
  return keyDenials.find((known) => known === code) ?? 'not_writable_now';
}

function ticketsFor(
  ticketClass: 'join_request' | 'join_approval',
  circle: CircleFacts,
  { agent, now, writable }: AccessFacts,
): GrantDecision {
  if (writable === undefined) throw new AccessError('missing_facts', 'which keys are to be written');
  if ('denied' in writable) return deny(keyDenial(writable.denied), writable.message);
  const container = circle.circle_id;
  return ownTickets({ class: ticketClass, agentId: agent.agent_id, container, now, keys: writable.keys });
}
