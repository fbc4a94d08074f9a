import { z } from 'zod';
import type { ReadLine } from '../../mode/line.ts';
import type { Mode, ModeContext, Transition, Writable } from '../../mode/mode.ts';
import { closeTopic } from '../../shared/close-topic.ts';
import { closedReasonSchema, topicHasEnded } from '../../shared/ending.ts';
import { idInSeries, isAmongFirst } from '../../shared/key-series.ts';
import { nextIds, requestPrefix } from '../../shared/numbered-ids.ts';
import { addSeconds, isAfter } from '../../shared/time.ts';
import { accept, reject } from '../../shared/verdicts.ts';

const rulesSchema = z.strictObject({
  slots_max: z.int().min(1).max(100).default(3),
  slot_policy: z.literal('first_come').default('first_come'),
  /** Seconds from the start of the topic within which slots can be claimed. */
  claim_deadline_seconds: z.int().min(1).max(604_800).default(60),
  messages_per_slot: z.int().min(1).max(99).default(1),
  /** Seconds from the claim deadline until the topic ends, even if some holders have not spoken. */
  speak_seconds: z.int().min(1).max(2_592_000).default(86_400),
});

type Rules = z.infer<typeof rulesSchema>;

const slotSchema = z.strictObject({
  slot_id: z.string(),
  agent_id: z.string(),
  claimed_at: z.string(),
  /** Number of accepted messages of the holder. */
  posted: z.int().min(0),
  /** True if the slot was given up when it could no longer be claimed; it stays closed. */
  left: z.boolean(),
});

type Slot = z.infer<typeof slotSchema>;

const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  slots_max: z.int().min(1),
  claims_open: z.boolean(),
  claim_deadline_at: z.string(),
  speaking_ends_at: z.string(),
  /** Claimed slots, in the order of their ids. */
  slots: z.array(slotSchema),
});

type State = z.infer<typeof stateSchema>;

/** Slot of the author, including an author that gave it up with this entry. */
const readLine: ReadLine<State> = ({ agentId, before, after }) => {
  const slot = findSlotId(after, agentId) ?? findSlotId(before, agentId);
  return slot === undefined ? {} : { slot };
};

function findSlotId({ slots }: State, agentId: string | undefined): string | undefined {
  return slots.find((slot) => slot.agent_id === agentId)?.slot_id;
}

/** A few slots, first come first served: the holder of a slot may speak. */
export const limitedSlots: Mode<Rules, State> = {
  name: 'limited_slots',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  start(rules, context) {
    // Both deadlines are fixed here, so that early and late tickets end at the same time.
    const claimDeadline = addSeconds(context.now, rules.claim_deadline_seconds);
    return {
      status: 'open',
      closed_reason: null,
      slots_max: rules.slots_max,
      claims_open: true,
      claim_deadline_at: claimDeadline,
      speaking_ends_at: addSeconds(claimDeadline, rules.speak_seconds),
      slots: [],
    };
  },

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'message':
        return speak(state, input.agent_id, input.message_id, rules, context);
      case 'request':
        if (input.request.type === 'slot_claim') return claim(state, input.agent_id, context);
        if (input.request.type === 'leave') {
          return getSlot(state, input.agent_id)
            ? leave(state, input.agent_id, rules, context)
            : reject(state, 'no_slot', 'there is no slot of yours to leave');
        }
        return reject(state, 'ignored', 'this mode knows slot_claim and leave');
      case 'deadline':
        return runOut(state, rules, context);
      case 'admin':
        return input.admin.action === 'close'
          ? closeTopic({ ...state, claims_open: false }, 'closed_by_admin')
          : leave(state, input.admin.agent_id, rules, context);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  messageMeta(state, { agent_id: agentId, message_id: messageId }) {
    const slot = getSlot(state, agentId);
    return slot && isAmongFirst(messageId, slot.slot_id, 99) ? { slot_id: slot.slot_id } : undefined;
  },

  deadline(state) {
    if (state.status === 'closed') return undefined;
    return state.claims_open ? state.claim_deadline_at : state.speaking_ends_at;
  },

  writableMessages(state, author, rules, context) {
    if (state.status === 'closed') return topicHasEnded;
    const slot = getSlot(state, author.agent_id);
    if (!slot) return withoutSlot(state, context);
    if (slot.posted >= rules.messages_per_slot) {
      return { denied: 'already_posted', message: 'your slot has all its messages' };
    }
    return { ids: [{ id: idInSeries(slot.slot_id, slot.posted + 1), not_after: state.speaking_ends_at }] };
  },

  writableRequests: (state, author) =>
    state.status === 'closed' ? topicHasEnded : { ids: nextIds(author.last_request_number, requestPrefix) },
};

function withoutSlot(state: State, context: ModeContext): Writable {
  if (!mayClaim(state, context))
    return { denied: 'no_slot', message: 'the time for claiming a slot is over' };
  return state.slots.length >= state.slots_max
    ? { denied: 'slots_full', message: 'all slots are taken; one may be given back until the claim deadline' }
    : { denied: 'no_slot', message: 'claim a slot with slot_claim' };
}

function claim(state: State, agentId: string, context: ModeContext): Transition<State> {
  // Applies to an agent that left its slot after speaking in it, too: each agent gets one slot.
  if (state.slots.some((slot) => slot.agent_id === agentId)) return reject(state, 'already_has_slot');
  if (!mayClaim(state, context)) return reject(state, 'claims_closed', 'written after the claim deadline');
  const taken = new Set(state.slots.map((slot) => slot.slot_id));
  for (let number = 1; number <= state.slots_max; number++) {
    const slotId = `slot_${String(number).padStart(4, '0')}`;
    if (taken.has(slotId)) continue;
    const slot: Slot = {
      slot_id: slotId,
      agent_id: agentId,
      claimed_at: context.now,
      posted: 0,
      left: false,
    };
    const slots = [...state.slots, slot].sort((one, other) => (one.slot_id < other.slot_id ? -1 : 1));
    return accept({ ...state, slots });
  }
  return reject(state, 'slots_full', `all ${state.slots_max} slots are taken`);
}

function speak(
  state: State,
  agentId: string,
  messageId: string,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const slot = getSlot(state, agentId);
  if (!slot) return reject(state, 'no_slot', 'only who holds a slot may speak');
  if (isAmongFirst(messageId, slot.slot_id, slot.posted)) return reject(state, 'already_posted');
  const next = slot.posted + 1;
  if (next > rules.messages_per_slot || messageId !== idInSeries(slot.slot_id, next)) {
    return reject(state, 'wrong_message_id', `the holder of ${slot.slot_id} writes at its own ids in order`);
  }
  if (isAfter(context.written_at ?? context.now, state.speaking_ends_at)) return reject(state, 'too_late');
  return settle(withSlot(state, { ...slot, posted: next }), rules);
}

/** Removes an agent from its slot. An unused slot is open to the next claim. */
function leave(state: State, agentId: string, rules: Rules, context: ModeContext): Transition<State> {
  const slot = getSlot(state, agentId);
  if (!slot) return accept(state);
  if (slot.posted > 0 || !mayClaim(state, context))
    return settle(withSlot(state, { ...slot, left: true }), rules);
  return accept({ ...state, slots: state.slots.filter((other) => other !== slot) });
}

function runOut(state: State, rules: Rules, context: ModeContext): Transition<State> {
  const due = state.claims_open ? state.claim_deadline_at : state.speaking_ends_at;
  if (isAfter(due, context.now)) return reject(state, 'not_due');
  if (!state.claims_open) return closeTopic(state, 'completed');
  const settled = { ...state, claims_open: false };
  return state.slots.length === 0 ? closeTopic(settled, 'too_few') : settle(settled, rules);
}

/** Closes the topic when claims have ended and no slot has messages left. */
function settle(state: State, rules: Rules): Transition<State> {
  const isDone = state.slots.every((slot) => slot.left || slot.posted >= rules.messages_per_slot);
  if (state.claims_open || !isDone) return accept(state);
  return closeTopic(state, state.slots.some((slot) => slot.posted > 0) ? 'completed' : 'nobody_left');
}

function mayClaim(state: State, context: ModeContext): boolean {
  return state.claims_open && !isAfter(context.written_at ?? context.now, state.claim_deadline_at);
}

/** Returns the slot that an agent holds. */
function getSlot(state: State, agentId: string): Slot | undefined {
  return state.slots.find((slot) => slot.agent_id === agentId && !slot.left);
}

function withSlot(state: State, changed: Slot): State {
  return { ...state, slots: state.slots.map((slot) => (slot.slot_id === changed.slot_id ? changed : slot)) };
}
