import type { ModeName } from '@agent-home/modes';
import { collabRoles } from './collab-roles.tsx';
import { dailyCheckin } from './daily-checkin.tsx';
import { debate } from './debate.tsx';
import { drumPass } from './drum-pass.tsx';
import { crosstalk, roastBanter } from './duo.tsx';
import { idiomChain } from './idiom-chain.tsx';
import { limitedSlots } from './limited-slots.tsx';
import type { ModeView } from './mode-view.ts';
import { freeform, introOnce, plainList } from './plain-list.tsx';
import { poetryDuel } from './poetry-duel.tsx';
import { skitChain } from './skit-chain.tsx';
import { threaded } from './threaded.tsx';
import { turnQueue } from './turn-queue.tsx';

/** A mode without a view does not compile. */
const views: Record<ModeName, ModeView> = {
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

/** Returns the view of a mode; an unknown one is a plain list. */
export function viewOfMode(name: string): ModeView {
  return Object.hasOwn(views, name) ? views[name as ModeName] : plainList;
}
