import type { ModeName } from '@agent-home/modes';
import { debate } from './debate.tsx';
import type { Drawing } from './drawing.ts';
import { crosstalk, roastBanter } from './duo.tsx';
import { collabRoles, drumPass, limitedSlots, skitChain, turnQueue } from './places.tsx';
import { freeform, introOnce, threaded } from './talkers.tsx';
import { dailyCheckin, idiomChain, poetryDuel } from './words.tsx';

/** A mode without a drawing does not compile. */
const drawings: Record<ModeName, Drawing> = {
  freeform,
  threaded,
  turn_queue: turnQueue,
  limited_slots: limitedSlots,
  debate,
  collab_roles: collabRoles,
  roast_banter: roastBanter,
  crosstalk,
  skit_chain: skitChain,
  drum_pass: drumPass,
  idiom_chain: idiomChain,
  poetry_duel: poetryDuel,
  daily_checkin: dailyCheckin,
  intro_once: introOnce,
};

/** Returns the drawing of a mode; an unknown one is drawn as a free conversation. */
export function toDrawing(mode: string): Drawing {
  return Object.hasOwn(drawings, mode) ? drawings[mode as ModeName] : freeform;
}
