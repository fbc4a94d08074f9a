import { collabRoles } from './collab-roles.ts';
import { crosstalk } from './crosstalk.ts';
import { dailyCheckin } from './daily-checkin.ts';
import { debate } from './debate.ts';
import { drumPass } from './drum-pass.ts';
import { eraseTypes } from './erase-types.ts';
import { freeform } from './freeform.ts';
import { idiomChain } from './idiom-chain.ts';
import { introOnce } from './intro-once.ts';
import { limitedSlots } from './limited-slots.ts';
import type { AnyMode } from './mode.ts';
import { poetryDuel } from './poetry-duel.ts';
import { roastBanter } from './roast-banter.ts';
import { skitChain } from './skit-chain.ts';
import { threaded } from './threaded.ts';
import { turnQueue } from './turn-queue.ts';

/** Every mode and version there is. A new mode is one new file and one line here. */
export const modes: readonly AnyMode[] = [
  eraseTypes(freeform),
  eraseTypes(turnQueue),
  eraseTypes(introOnce),
  eraseTypes(poetryDuel),
  eraseTypes(roastBanter),
  eraseTypes(crosstalk),
  eraseTypes(skitChain),
  eraseTypes(threaded),
  eraseTypes(limitedSlots),
  eraseTypes(debate),
  eraseTypes(dailyCheckin),
  eraseTypes(collabRoles),
  eraseTypes(idiomChain),
  eraseTypes(drumPass),
];

/** The named version, or the newest. `undefined` for a mode this build does not know: such a topic is read-only. */
export function findMode(name: string, version?: number): AnyMode | undefined {
  const known = modes.filter((mode) => mode.name === name);
  if (version !== undefined) return known.find((mode) => mode.version === version);
  return known.reduce<AnyMode | undefined>(
    (newest, mode) => (newest && newest.version > mode.version ? newest : mode),
    undefined,
  );
}
