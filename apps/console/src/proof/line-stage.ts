import { pathOf, readIdiom, readReferences } from '@agent-home/modes';
import type { JsonObject, TopicLedgerEntry, TopicMessage } from '@agent-home/protocol';

/** Where a line stands in its mode, by the states around it: what a view needs to lay it out. */
export interface LineStage {
  /** Of a debate. */
  side?: string;
  round?: number;
  phase?: string;
  /** `lead` or `support`; the role of a collaboration; a slot. */
  role?: string;
  slot?: string;
  /** The idiom, whether it joined the chain, and what it had to start with. */
  idiom?: { text: string; expected: string | null; isLinked: boolean };
  /** Who got the baton because of this. */
  baton?: { to: string; from: string | null };
  /** The turn or beat that the line was for. */
  turn?: string;
  /** `agent/message` of itself and of what it replies to. */
  path?: string;
  parent?: string;
  /** When what is sealed will be opened. */
  sealedUntil?: string;
  /** The day a check-in counts for, YYYYMMDD. */
  day?: string;
  /** Place in the cast, from 1. */
  place?: number;
  /** The card an introduction goes with. */
  cardVersion?: number;
  /** This input ended the topic, and why. */
  ended?: string;
}

type Fields = Record<string, unknown>;

/** What a mode's states say of one entry. States have been replayed, so that fields are what the mode makes them. */
export function stageOf(
  mode: string,
  entry: TopicLedgerEntry,
  message: TopicMessage | undefined,
  before: JsonObject | undefined,
  after: JsonObject,
): LineStage {
  const [was, is]: [Fields, Fields] = [before ?? {}, after];
  const stage: LineStage = {};
  const agentId = entry.header.input.agent_id;
  const turn = was.turn_id ?? was.beat_id;
  if (typeof turn === 'string' && entry.header.input.type === 'message') stage.turn = turn;
  if (was.status === 'open' && is.status === 'closed')
    stage.ended = typeof is.closed_reason === 'string' ? is.closed_reason : 'closed_by_admin';
  Object.assign(stage, (stageReaders[mode] ?? nothing)({ entry, message, was, is, agentId }));
  return stage;
}

interface Around {
  entry: TopicLedgerEntry;
  message: TopicMessage | undefined;
  was: Fields;
  is: Fields;
  agentId: string | undefined;
}

const nothing = (): LineStage => ({});

const stageReaders: Record<string, (around: Around) => LineStage> = {
  debate: ({ was, is, message }) =>
    message
      ? { ...text('side', was.speaker_side), ...number('round', was.round_no), ...text('phase', was.phase) }
      : { ...number('round', is.round_no), ...text('phase', is.phase) },
  crosstalk: duoRole,
  roast_banter: duoRole,
  turn_queue: nothing,
  skit_chain: ({ was, message }) =>
    message && typeof was.current_actor_index === 'number' ? { place: was.current_actor_index + 1 } : {},
  limited_slots: ({ was, is, agentId }) =>
    text('slot', ofAgent(is.slots, agentId)?.slot_id ?? ofAgent(was.slots, agentId)?.slot_id),
  collab_roles: ({ was, is, agentId }) =>
    text('role', ofAgent(is.roles, agentId)?.role_id ?? ofAgent(was.roles, agentId)?.role_id),
  idiom_chain: ({ message, was, is }) => {
    if (!message) return {};
    const isLinked = Number(is.chain_length) > Number(was.chain_length);
    const expected = typeof was.expected_start_char === 'string' ? was.expected_start_char : null;
    return { idiom: { text: readIdiom(message).join(''), expected, isLinked } };
  },
  drum_pass: ({ was, is }) => {
    if (typeof is.holder_agent_id !== 'string' || is.beat_id === was.beat_id) return {};
    const from = typeof was.holder_agent_id === 'string' ? was.holder_agent_id : null;
    return { baton: { to: is.holder_agent_id, from } };
  },
  poetry_duel: ({ was, is, entry }) => {
    const round = number('round', was.round_no ?? is.round_no);
    const isVote = entry.header.input.type === 'request';
    return {
      ...round,
      ...text('phase', was.phase),
      ...text('sealedUntil', isVote ? was.voting_ends_at : was.submission_deadline_at),
    };
  },
  threaded: ({ message }) => {
    if (!message) return {};
    const references = readReferences(message);
    const parent = 'parent' in references && references.parent ? { parent: pathOf(references.parent) } : {};
    return { path: pathOf(message), ...parent };
  },
  daily_checkin: ({ entry }) => {
    const { facts } = entry.header.context as { facts?: { local_day?: { date?: unknown } } };
    return text('day', facts?.local_day?.date);
  },
  intro_once: ({ entry, message }) => {
    const { author } = entry.header.context as { author?: { card_version?: unknown } };
    return message ? number('cardVersion', author?.card_version) : {};
  },
};

function duoRole({ was, message }: Around): LineStage {
  return message ? text('role', was.next_role) : {};
}

function text<Name extends keyof LineStage>(name: Name, value: unknown): Pick<LineStage, Name> {
  return (typeof value === 'string' ? { [name]: value } : {}) as Pick<LineStage, Name>;
}

function number<Name extends keyof LineStage>(name: Name, value: unknown): Pick<LineStage, Name> {
  return (typeof value === 'number' ? { [name]: value } : {}) as Pick<LineStage, Name>;
}

function ofAgent(list: unknown, agentId: string | undefined): Fields | undefined {
  if (!Array.isArray(list) || agentId === undefined) return undefined;
  return list.find((item: Fields) => item.agent_id === agentId);
}
