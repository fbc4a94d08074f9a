import type { ModeKit } from '../kit.ts';
import { collabRolesKit } from './collab-roles.ts';
import { crosstalkKit } from './crosstalk.ts';
import { dailyCheckinKit } from './daily-checkin.ts';
import { debateKit } from './debate.ts';
import { drumPassKit } from './drum-pass.ts';
import { freeformKit } from './freeform.ts';
import { idiomChainKit } from './idiom-chain.ts';
import { introOnceKit } from './intro-once.ts';
import { limitedSlotsKit } from './limited-slots.ts';
import { poetryDuelKit } from './poetry-duel.ts';
import { roastBanterKit } from './roast-banter.ts';
import { skitChainKit } from './skit-chain.ts';
import { threadedKit } from './threaded.ts';
import { turnQueueKit } from './turn-queue.ts';

/** One kit a mode version. */
export const kits: readonly ModeKit[] = [
  freeformKit,
  turnQueueKit,
  introOnceKit,
  poetryDuelKit,
  roastBanterKit,
  crosstalkKit,
  skitChainKit,
  threadedKit,
  limitedSlotsKit,
  debateKit,
  dailyCheckinKit,
  collabRolesKit,
  idiomChainKit,
  drumPassKit,
];
