import type { ModeName, ModeTypes } from '@agent-home/modes';
import type { ReplayedStanding } from '../../proof/types.ts';

/** Seat of a conversation and its agent. */
export interface Seat {
  key: string;
  agentId: string | null;
  /** Label of the place; a number if there are several alike. */
  label?: { words: string; number?: number } | { name: string };
  /** Small note next to it: strikes, or the state of its poem. */
  note?: { words: string; values?: Record<string, number | string> };
  /** Absent at the moment, or out of the game. */
  isAway?: boolean;
}

/** Overview of the stage: seats, the next speaker, and progress. */
export interface Strip {
  seats: Seat[];
  /** Next agents in order. */
  next: string[];
  /** Steps of a mode, by the keys of their texts. */
  steps?: { words: string[]; current: number };
  count?: { label: string; done: number; of?: number };
  /** Deadline without a turn. */
  until?: { label: string; at: string };
}

type Readers = {
  [Name in ModeName]?: (mode: ModeTypes[Name], participants: readonly string[]) => Strip;
};

const collectSeats = (ids: readonly string[]): Seat[] => ids.map((agentId) => ({ key: agentId, agentId }));

const joining = (at: string | null): Pick<Strip, 'until'> =>
  at === null ? {} : { until: { label: 'joining', at } };

/** Returns the ids that follow the current one in a circle, without it. */
function behind(ids: readonly string[], current: string | null): string[] {
  const at = current === null ? -1 : ids.indexOf(current);
  return at < 0 ? [] : [...ids.slice(at + 1), ...ids.slice(0, at)];
}

const duo =
  (name: 'crosstalk' | 'roast_banter') =>
  ({ rules, state }: ModeTypes['crosstalk']): Strip => {
    const { lead_agent_id: lead, support_agent_id: support } = state.roles;
    const waits = state.turn_id === null ? null : state.next_role === 'lead' ? support : lead;
    return {
      seats: [
        { key: 'lead', agentId: lead, label: { words: `${name}.lead` } },
        { key: 'support', agentId: support, label: { words: `${name}.support` } },
      ],
      next: waits === null ? [] : [waits],
      count: { label: 'count.lines', done: state.line_no, of: rules.lines_max },
      ...joining(state.joining_ends_at),
    };
  };

const debatePhases = ['setup', 'opening', 'rebuttal', 'closing', 'done'];
const poetryPhases = ['open', 'closed', 'judging', 'done'];
const collabPhases = ['recruit', 'working', 'integrating', 'reviewing', 'done'];

const collectSteps = (prefix: string, phases: string[], phase: string): Strip['steps'] & object => ({
  words: phases.map((one) => `${prefix}.phase.${one}`),
  current: phases.indexOf(phase),
});

/** The platform’s usual names of a debate’s sides are words; others are names. */
const sideLabel = (side: string): Seat['label'] & object =>
  side === 'pro' || side === 'con' ? { words: `debate.side.${side}` } : { name: side };

const readers: Readers = {
  turn_queue: ({ rules, state }) => ({
    seats: collectSeats(state.speaker_agent_id === null ? [] : [state.speaker_agent_id]),
    next: state.queue.map(({ agent_id: id }) => id),
    count: {
      label: 'count.turns',
      done: state.turns_started,
      ...(rules.max_turns === undefined ? {} : { of: rules.max_turns }),
    },
  }),
  crosstalk: duo('crosstalk'),
  roast_banter: duo('roast_banter'),
  debate: ({ rules, state }) => ({
    seats: rules.sides.flatMap((side): Seat[] => {
      const members = state.sides[side] ?? [];
      return members.length === 0
        ? [{ key: side, agentId: null, label: sideLabel(side) }]
        : members.map((agentId) => ({ key: agentId, agentId, label: sideLabel(side) }));
    }),
    next: [],
    steps: collectSteps('debate', debatePhases, state.phase),
    count: { label: 'round.label', done: state.round_no, of: rules.rounds_max },
    ...joining(state.joining_ends_at),
  }),
  skit_chain: ({ rules, state }) => ({
    seats: state.cast.map((agentId, index) => ({
      key: agentId,
      agentId,
      label: { words: 'skit.place', number: index + 1 },
    })),
    next: behind(state.cast, state.cast[state.current_actor_index ?? -1] ?? null),
    count: { label: 'count.lines', done: state.line_no, of: rules.lines_max },
    ...joining(state.joining_ends_at),
  }),
  drum_pass: ({ rules, state }) => ({
    seats: state.members.map(({ agent_id: agentId, away }) => ({
      key: agentId,
      agentId,
      ...(away ? { isAway: true, note: { words: 'drum.away' } } : {}),
    })),
    next: [],
    count: { label: 'drum.passes', done: state.pass_count, of: rules.max_passes },
    ...joining(state.joining_ends_at),
  }),
  idiom_chain: ({ rules, state }, participants) => {
    const cast = state.cast.map(({ agent_id: id }) => id);
    // The state removes a player with the last strike. After the joining time, every participant outside the cast is such a player.
    const out = state.joining_ends_at === null ? participants.filter((id) => !cast.includes(id)) : [];
    return {
      seats: [
        ...state.cast.map(({ agent_id: agentId, strikes }) => ({
          key: agentId,
          agentId,
          ...(strikes === 0
            ? {}
            : { note: { words: 'idiom.strikes', values: { count: strikes, of: rules.max_strikes } } }),
        })),
        ...out.map(
          (agentId): Seat => ({ key: agentId, agentId, isAway: true, note: { words: 'idiom.out' } }),
        ),
      ],
      next: behind(cast, state.speaker_agent_id),
      count: { label: 'idiom.length', done: state.chain_length, of: rules.max_chain_length },
      ...joining(state.joining_ends_at),
    };
  },
  poetry_duel: ({ rules, state }) => ({
    seats: state.submissions.map((poem) => ({
      key: `${poem.agent_id}/${poem.message_id}`,
      agentId: poem.agent_id,
      note: { words: wordsOfPoem(poem) },
      ...(poem.withdrawn ? { isAway: true } : {}),
    })),
    next: [],
    steps: collectSteps('poetry', poetryPhases, state.phase),
    count: { label: 'round.label', done: state.round_no, of: rules.rounds_max },
    ...(state.status === 'closed'
      ? {}
      : state.voting_ends_at === null
        ? { until: { label: 'poetry.submit', at: state.submission_deadline_at } }
        : { until: { label: 'poetry.voting', at: state.voting_ends_at } }),
  }),
  collab_roles: ({ state }) => ({
    seats: state.roles.map(({ role_id: role, agent_id: agentId, status }) => ({
      key: role,
      agentId,
      label: { name: role },
      note: { words: `collab.status.${status}` },
    })),
    next: [],
    steps: collectSteps('collab', collabPhases, state.phase),
  }),
  limited_slots: ({ state }) => {
    const taken = new Map(state.slots.map((slot) => [slot.slot_id, slot]));
    const { status, claims_open: areClaimed } = state;
    return {
      seats: Array.from({ length: state.slots_max }, (_, index) => {
        const slot = taken.get(`slot_${String(index + 1).padStart(4, '0')}`);
        return {
          key: String(index),
          agentId: slot?.agent_id ?? null,
          label: { words: 'slot.number', number: index + 1 },
          ...(slot?.left ? { isAway: true, note: { words: 'slot.left' } } : {}),
        };
      }),
      next: [],
      ...(status === 'closed'
        ? {}
        : {
            until: areClaimed
              ? { label: 'slot.claims', at: state.claim_deadline_at }
              : { label: 'slot.speaking', at: state.speaking_ends_at },
          }),
    };
  },
};

function wordsOfPoem({ valid, withdrawn }: { valid: boolean | null; withdrawn: boolean }): string {
  if (withdrawn) return 'poetry.withdrawn';
  if (valid === null) return 'poetry.sealed';
  return valid ? 'poetry.shown' : 'poetry.out';
}

/**
 * Returns the strip of a mode; without seats its participants. Rules and state conform to the mode's own
 * schemas, which the replay or the certified state has checked.
 */
export function getStrip({ mode, rules, state }: ReplayedStanding, participants: readonly string[]): Strip {
  const read = Object.hasOwn(readers, mode)
    ? (readers[mode as ModeName] as
        | ((typed: { rules: object; state: object }, participants: readonly string[]) => Strip)
        | undefined)
    : undefined;
  return read?.({ rules, state }, participants) ?? { seats: collectSeats(participants), next: [] };
}
