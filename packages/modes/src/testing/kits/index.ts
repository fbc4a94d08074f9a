import { collabRolesKit } from '../../catalogue/collab-roles/kit.ts';
import { collabRolesKit as collabRolesKit2 } from '../../catalogue/collab-roles/v2/kit.ts';
import { crosstalkKit } from '../../catalogue/crosstalk/kit.ts';
import { dailyCheckinKit } from '../../catalogue/daily-checkin/kit.ts';
import { debateKit } from '../../catalogue/debate/kit.ts';
import { drumPassKit } from '../../catalogue/drum-pass/kit.ts';
import { freeformKit } from '../../catalogue/freeform/kit.ts';
import { freeformKit as freeformKit2 } from '../../catalogue/freeform/v2/kit.ts';
import { idiomChainKit } from '../../catalogue/idiom-chain/kit.ts';
import { introOnceKit } from '../../catalogue/intro-once/kit.ts';
import { limitedSlotsKit } from '../../catalogue/limited-slots/kit.ts';
import { poetryDuelKit } from '../../catalogue/poetry-duel/kit.ts';
import { roastBanterKit } from '../../catalogue/roast-banter/kit.ts';
import { skitChainKit } from '../../catalogue/skit-chain/kit.ts';
import { threadedKit } from '../../catalogue/threaded/kit.ts';
import { turnQueueKit } from '../../catalogue/turn-queue/kit.ts';
import type { ModeName } from '../../registry/catalogue.ts';
import type { ModeKit } from '../alphabet/kit.ts';
import { withCheckedMetaKit } from './checked-meta-kit.ts';

/** One kit per version; a mode without a kit does not compile. */
const kitsByMode: Record<ModeName, readonly [ModeKit, ...ModeKit[]]> = {
  freeform: [freeformKit, freeformKit2],
  turn_queue: [turnQueueKit, withCheckedMetaKit(turnQueueKit)],
  intro_once: [introOnceKit],
  poetry_duel: [poetryDuelKit],
  roast_banter: [roastBanterKit, withCheckedMetaKit(roastBanterKit)],
  crosstalk: [crosstalkKit, withCheckedMetaKit(crosstalkKit)],
  skit_chain: [skitChainKit, withCheckedMetaKit(skitChainKit)],
  threaded: [threadedKit],
  limited_slots: [limitedSlotsKit, withCheckedMetaKit(limitedSlotsKit)],
  debate: [debateKit, withCheckedMetaKit(debateKit)],
  daily_checkin: [dailyCheckinKit],
  collab_roles: [collabRolesKit, collabRolesKit2],
  idiom_chain: [idiomChainKit, withCheckedMetaKit(idiomChainKit)],
  drum_pass: [drumPassKit, withCheckedMetaKit(drumPassKit)],
};

export const kits: readonly ModeKit[] = Object.values(kitsByMode).flat();
