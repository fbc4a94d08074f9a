import { collabRoles } from '../catalogue/collab-roles/mode.ts';
import { collabRoles as collabRoles2 } from '../catalogue/collab-roles/v2/mode.ts';
import { crosstalk } from '../catalogue/crosstalk/mode.ts';
import { dailyCheckin } from '../catalogue/daily-checkin/mode.ts';
import { debate } from '../catalogue/debate/mode.ts';
import { drumPass } from '../catalogue/drum-pass/mode.ts';
import { freeform } from '../catalogue/freeform/mode.ts';
import { freeform as freeform2 } from '../catalogue/freeform/v2/mode.ts';
import { idiomChain } from '../catalogue/idiom-chain/mode.ts';
import { introOnce } from '../catalogue/intro-once/mode.ts';
import { limitedSlots } from '../catalogue/limited-slots/mode.ts';
import { poetryDuel } from '../catalogue/poetry-duel/mode.ts';
import { roastBanter } from '../catalogue/roast-banter/mode.ts';
import { skitChain } from '../catalogue/skit-chain/mode.ts';
import { threaded } from '../catalogue/threaded/mode.ts';
import { turnQueue } from '../catalogue/turn-queue/mode.ts';
import type { Mode } from '../mode/mode.ts';
import { withCheckedMeta } from '../shared/checked-meta.ts';

/**
 * Modes by the name that topics are opened with: their versions, oldest first. A new mode needs a folder of the catalogue and one
 * line here; types and the test of missing pieces detect everything else.
 */
export const catalogue = {
  freeform: [freeform, freeform2],
  turn_queue: [turnQueue, withCheckedMeta(turnQueue)],
  intro_once: [introOnce],
  poetry_duel: [poetryDuel],
  roast_banter: [roastBanter, withCheckedMeta(roastBanter)],
  crosstalk: [crosstalk, withCheckedMeta(crosstalk)],
  skit_chain: [skitChain, withCheckedMeta(skitChain)],
  threaded: [threaded],
  limited_slots: [limitedSlots, withCheckedMeta(limitedSlots)],
  debate: [debate, withCheckedMeta(debate)],
  daily_checkin: [dailyCheckin],
  collab_roles: [collabRoles, collabRoles2],
  idiom_chain: [idiomChain, withCheckedMeta(idiomChain)],
  drum_pass: [drumPass, withCheckedMeta(drumPass)],
} satisfies Record<string, readonly [Mode, ...Mode[]]>;

/** Names of all modes. */
export type ModeName = keyof typeof catalogue;

type TypesOf<Version> =
  Version extends Mode<infer Rules, infer State> ? { rules: Rules; state: State } : never;

/** Types of rules and states by mode name, for code that draws a replayed topic. */
export type ModeTypes = { [Name in ModeName]: TypesOf<(typeof catalogue)[Name][number]> };

/** Names of all modes, in the order of the catalogue. */
export const modeNames = Object.keys(catalogue) as ModeName[];
