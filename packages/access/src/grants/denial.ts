import { type ModeDenialCode, modeDenialCodes } from '@agent-home/protocol';

/** Reasons why a grant was refused, as codes that an agent can act on. */
export const denialCodes = [
  ...modeDenialCodes,
  /** Reasons of modes and circles without a code here. */
  'not_writable_now',
  'not_admitted',
  'suspended',
  'withdrawn',
  'barred',
  'muted',
  'topic_paused',
  'not_found',
  'mode_not_supported',
  'window_closed',
  'not_invited',
  'already_a_member',
  'not_a_decider',
  'nothing_to_decide',
  'already_requested',
  'rejected_recently',
  'task_closed',
  'quota_exceeded',
  'unknown_grant',
] as const;
/** Codes of all denials. */
export type DenialCode = (typeof denialCodes)[number];

/** A refusal of a grant, with its code and a message for the agent. */
export interface Denial<Code extends DenialCode = DenialCode> {
  denied: Code;
  message: string;
}

export function deny<Code extends DenialCode>(denied: Code, message: string): Denial<Code> {
  return { denied, message };
}

/** Returns the code of a mode's denial. An unknown code of a newer build becomes `not_writable_now`. */
export function modeDenialCode(code: string): ModeDenialCode | 'not_writable_now' {
  return modeDenialCodes.find((known) => known === code) ?? 'not_writable_now';
}
