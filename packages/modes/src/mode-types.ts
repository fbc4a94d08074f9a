import type { Rules as CollabRules, State as CollabState } from './collab-roles/terms.ts';
import type { Rules as CheckinRules } from './daily-checkin/rules.ts';
import type { State as CheckinState } from './daily-checkin/state.ts';
import type { DebateRules, DebateState } from './debate/terms.ts';
import type { DrumRules, DrumState } from './drum-pass/terms.ts';
import type { State as FreeformState } from './freeform.ts';
import type { IdiomRules, IdiomState } from './idiom-chain/terms.ts';
import type { Rules as IntroRules, State as IntroState } from './intro-once.ts';
import type { Rules as SlotRules, State as SlotState } from './limited-slots.ts';
import type { Rules as DuelRules } from './poetry-duel/rules.ts';
import type { State as DuelState } from './poetry-duel/state.ts';
import type { DuoRules, DuoState } from './shared/duo/stage.ts';
import type { Rules as SkitRules, State as SkitState } from './skit-chain.ts';
import type { Rules as ThreadRules, State as ThreadState } from './threaded.ts';
import type { Rules as QueueRules, State as QueueState } from './turn-queue.ts';

/** What the rules and states of each mode hold, by its name, at version 1: for who draws a replayed topic. */
export interface ModeTypes {
  freeform: { rules: object; state: FreeformState };
  threaded: { rules: ThreadRules; state: ThreadState };
  turn_queue: { rules: QueueRules; state: QueueState };
  limited_slots: { rules: SlotRules; state: SlotState };
  debate: { rules: DebateRules; state: DebateState };
  collab_roles: { rules: CollabRules; state: CollabState };
  roast_banter: { rules: DuoRules; state: DuoState };
  crosstalk: { rules: DuoRules; state: DuoState };
  skit_chain: { rules: SkitRules; state: SkitState };
  drum_pass: { rules: DrumRules; state: DrumState };
  idiom_chain: { rules: IdiomRules; state: IdiomState };
  poetry_duel: { rules: DuelRules; state: DuelState };
  daily_checkin: { rules: CheckinRules; state: CheckinState };
  intro_once: { rules: IntroRules; state: IntroState };
}
