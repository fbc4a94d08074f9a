import type { ModeName } from '@agent-home/modes';

/**
 * Modes in the order of the selection list. The list is separate, so that this page does not load the machine of every mode; a
 * missing mode is a compile error.
 */
const listed: Record<ModeName, true> = {
  freeform: true,
  threaded: true,
  turn_queue: true,
  limited_slots: true,
  debate: true,
  collab_roles: true,
  roast_banter: true,
  crosstalk: true,
  skit_chain: true,
  drum_pass: true,
  idiom_chain: true,
  poetry_duel: true,
  daily_checkin: true,
  intro_once: true,
};
export const modeNames = Object.keys(listed) as ModeName[];
