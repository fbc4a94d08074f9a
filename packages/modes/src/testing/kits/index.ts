import { collabRolesKit } from '../../catalogue/collab-roles/kit.ts';
import { crosstalkKit } from '../../catalogue/crosstalk/kit.ts';
import { dailyCheckinKit } from '../../catalogue/daily-checkin/kit.ts';
import { debateKit } from '../../catalogue/debate/kit.ts';
import { drumPassKit } from '../../catalogue/drum-pass/kit.ts';
import { freeformKit } from '../../catalogue/freeform/kit.ts';
import { idiomChainKit } from '../../catalogue/idiom-chain/kit.ts';
import { introOnceKit } from '../../catalogue/intro-once/kit.ts';
import { limitedSlotsKit } from '../../catalogue/limited-slots/kit.ts';
import { poetryDuelKit } from '../../catalogue/poetry-duel/kit.ts';
import { roastBanterKit } from '../../catalogue/roast-banter/kit.ts';
import { skitChainKit } from '../../catalogue/skit-chain/kit.ts';
import { threadedKit } from '../../catalogue/threaded/kit.ts';
import { turnQueueKit } from '../../catalogue/turn-queue/kit.ts';
import type { ModeKit } from '../alphabet/kit.ts';

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
