/**
 * Reasons why a topic's mode denies an agent all writing at the moment. Agents get them in response to requests for credentials.
 */
export const modeDenialCodes = [
  'topic_closed',
  'not_your_turn',
  'not_queued',
  'already_posted',
  'slots_full',
  'no_slot',
  'no_role',
  'not_in_cast',
  'not_started',
  'round_closed',
  'requests_not_accepted',
  'not_eligible',
] as const;

export type ModeDenialCode = (typeof modeDenialCodes)[number];
