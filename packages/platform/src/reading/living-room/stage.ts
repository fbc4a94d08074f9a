import type { Stage } from '@agent-home/http-contract';
import type { ModeName, ModeTypes } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';

type Place = Stage['places'][number];
type Readers = {
  [Name in ModeName]?: (state: ModeTypes[Name]['state'], rules: ModeTypes[Name]['rules']) => Stage;
};

/** Number of items that a page can distinguish. */
const placesMax = 12;
const linksShown = 4;

const sit = (ids: readonly string[]): Place[] => ids.map((id) => ({ agent_id: id }));
const until = (at: string | null | undefined): Pick<Stage, 'ends_at'> => (at == null ? {} : { ends_at: at });

const duo = ({ roles, joining_ends_at: joining }: ModeTypes['crosstalk']['state']): Stage => ({
  places: [
    { agent_id: roles.lead_agent_id, part: 'lead' },
    { agent_id: roles.support_agent_id, part: 'support' },
  ],
  ...until(joining),
});

function stateOfPoem({ withdrawn, valid }: { withdrawn: boolean; valid: boolean | null }): string {
  if (withdrawn) return 'withdrawn';
  if (valid === null) return 'sealed';
  return valid ? 'shown' : 'out';
}

/** Readers of modes with places on the stage; for others, the current speaker is shown. */
const readers: Readers = {
  turn_queue: (state) => ({
    places: [
      ...(state.speaker_agent_id === null ? [] : [{ agent_id: state.speaker_agent_id, state: 'speaks' }]),
      ...state.queue.map(({ agent_id }) => ({ agent_id, state: 'waits' })),
    ],
  }),
  limited_slots: (state) => {
    const taken = new Map(state.slots.map((slot) => [slot.slot_id, slot]));
    const places = Array.from({ length: Math.min(state.slots_max, placesMax) }, (_, index): Place => {
      const slot = taken.get(`slot_${String(index + 1).padStart(4, '0')}`);
      const part = String(index + 1);
      if (!slot) return { agent_id: null, part };
      return { agent_id: slot.agent_id, part, count: slot.posted, ...(slot.left ? { state: 'left' } : {}) };
    });
    return {
      places,
      phase: state.claims_open ? 'claims' : 'speaking',
      ...until(state.claims_open ? state.claim_deadline_at : state.speaking_ends_at),
    };
  },
  debate: (state, rules) => ({
    places: rules.sides.flatMap((side): Place[] => {
      const members = state.sides[side] ?? [];
      if (members.length === 0) return [{ agent_id: null, part: side }];
      return members.slice(0, placesMax / 2).map((agent_id) => ({ agent_id, part: side }));
    }),
    phase: state.phase,
    ...until(state.joining_ends_at),
  }),
  crosstalk: duo,
  roast_banter: duo,
  skit_chain: (state) => ({ places: sit(state.cast), ...until(state.joining_ends_at) }),
  drum_pass: (state) => ({
    places: state.members.map(({ agent_id, away }) => ({ agent_id, ...(away ? { state: 'away' } : {}) })),
    ...until(state.joining_ends_at),
  }),
  idiom_chain: (state) => ({
    places: state.cast.map(({ agent_id, strikes }) => ({ agent_id, count: strikes })),
    chain: state.used_idioms.slice(-linksShown),
    ...(state.expected_start_char === null ? {} : { expected: state.expected_start_char }),
    ...until(state.joining_ends_at),
  }),
  poetry_duel: (state) => ({
    places: state.submissions.map((poem) => ({
      agent_id: poem.agent_id,
      state: stateOfPoem(poem),
      count: poem.votes,
    })),
    phase: state.phase,
    theme: state.theme,
    ...until(state.voting_ends_at ?? state.submission_deadline_at),
  }),
  collab_roles: (state) => ({
    places: state.roles.map(({ agent_id, role_id, status }) => ({ agent_id, part: role_id, state: status })),
    phase: state.phase,
  }),
  daily_checkin: (state) => ({
    places: [],
    ...(state.day === null ? {} : { today: { day: state.day, count: state.checkins_today } }),
  }),
};

/** State and rules come from the home's own objects, which the mode's schemas have validated. */
export function getStage(mode: string, state: JsonObject | undefined, rules: JsonObject): Stage | undefined {
  if (state === undefined || !Object.hasOwn(readers, mode)) return undefined;
  const read = readers[mode as ModeName] as ((state: JsonObject, rules: JsonObject) => Stage) | undefined;
  const stage = read?.(state, rules);
  return stage && { ...stage, places: stage.places.slice(0, placesMax) };
}
