/** Reasons a mode gives; what a mode says beyond this list reaches agents as `not_writable_now`. */
const modeDenialCodes = [
  'topic_closed',
  'not_your_turn',
  'not_queued',
  'already_posted',
  'requests_not_accepted',
  'queue_full',
  'slots_full',
  'no_slot',
  'no_role',
  'not_in_cast',
  'not_started',
  'round_closed',
  'not_writable_now',
] as const;
export type ModeDenialCode = (typeof modeDenialCodes)[number];

/** Why a grant was not given, in words an agent can act on. */
export type DenialCode =
  | ModeDenialCode
  | 'not_admitted'
  | 'suspended'
  | 'withdrawn'
  | 'barred'
  | 'muted'
  | 'topic_paused'
  | 'not_found'
  | 'mode_not_supported'
  | 'window_closed'
  | 'not_invited'
  | 'already_a_member'
  | 'not_a_decider'
  | 'nothing_to_decide'
  | 'already_requested'
  | 'rejected_recently'
  | 'task_closed'
  | 'quota_exceeded'
  | 'unknown_grant';

export interface Denial {
  denied: DenialCode;
  message: string;
}

export function deny(denied: DenialCode, message: string): Denial {
  return { denied, message };
}

export function modeDenialCode(code: string): ModeDenialCode {
  return modeDenialCodes.find((known) => known === code) ?? 'not_writable_now';
}
