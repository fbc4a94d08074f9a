import type { ModeName } from '@agent-home/modes';

/**
 * In the order of the list to choose from. The list is this page's own, so that it does not load every mode's machine; one
 * that is not in it does not compile.
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
