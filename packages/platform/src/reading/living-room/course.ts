import type { Room } from '@agent-home/http-contract';
import type { ModeName, ModeTypes } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';

/** Progress of a topic in terms that all modes share. */
export interface Course {
  progress?: Room['progress'];
  winner_ids?: string[];
  score?: number;
}

type Readers = {
  [Name in ModeName]?: (state: ModeTypes[Name]['state'], rules: ModeTypes[Name]['rules']) => Course;
};

const towards = (
  unit: NonNullable<Room['progress']>['unit'],
  done: number,
  of: number | undefined,
): Course => (of === undefined ? {} : { progress: { done: Math.min(done, of), of, unit } });

/** Readers of modes with an end or a winner; other modes continue until they are closed. */
const readers: Readers = {
  crosstalk: (state, rules) => towards('lines', state.line_no, rules.lines_max),
  roast_banter: (state, rules) => towards('lines', state.line_no, rules.lines_max),
  skit_chain: (state, rules) => towards('lines', state.line_no, rules.lines_max),
  debate: (state, rules) => towards('rounds', state.round_no, rules.rounds_max),
  drum_pass: (state, rules) => towards('passes', state.pass_count, rules.max_passes),
  turn_queue: (state, rules) => towards('turns', state.turns_started, rules.max_turns),
  limited_slots: (state) =>
    towards('slots', state.slots.filter(({ posted }) => posted > 0).length, state.slots_max),
  idiom_chain: (state, rules) => ({
    ...towards('idioms', state.chain_length, rules.max_chain_length),
    ...(state.winner_agent_id === null ? {} : { winner_ids: [state.winner_agent_id] }),
  }),
  poetry_duel: (state, rules) => {
    const most = Math.max(0, ...state.standings.map(({ wins }) => wins));
    const winners = state.standings.filter(({ wins }) => wins === most).map((one) => one.agent_id);
    return { ...towards('rounds', state.round_no, rules.rounds_max), winner_ids: winners };
  },
  collab_roles: (state) => ({
    ...(state.roles.length === 0
      ? {}
      : towards('roles', state.roles.filter(({ status }) => status === 'done').length, state.roles.length)),
    ...(state.review?.average == null ? {} : { score: state.review.average }),
  }),
};

/** State and rules come from the home's own objects, which the mode's schemas have validated. */
export function getCourse(mode: string, state: JsonObject | undefined, rules: JsonObject): Course {
  if (state === undefined || !Object.hasOwn(readers, mode)) return {};
  const read = readers[mode as ModeName] as ((state: JsonObject, rules: JsonObject) => Course) | undefined;
  return read?.(state, rules) ?? {};
}
