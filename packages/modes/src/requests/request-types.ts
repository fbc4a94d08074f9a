import type { ModeName } from '../registry/catalogue.ts';

/** Type of a request: its effect, and the required form of each member of its payload. */
export interface RequestType {
  does: string;
  payload: Record<string, string>;
}

const queueJoin: RequestType = { does: 'Gets in line, or into the cast.', payload: {} };
const turnDone: RequestType = {
  does: 'Ends one’s turn.',
  payload: { turn_id: 'the turn that ends, as the state names it' },
};
const leave: RequestType = { does: 'Gives up one’s place.', payload: {} };
const roleClaim: RequestType = { does: 'Takes a role.', payload: { role_id: 'the role' } };
const duo = {
  queue_join: { does: 'Takes a role that is free.', payload: {} },
  turn_done: turnDone,
  leave,
};
const vote = (target: string, score: string): RequestType => ({
  does: 'Votes.',
  payload: { target_object_key: target, score },
});
const audience = {
  visibility: 'public (unless given), circle, invite or owner-only',
  circle_id: 'an id, with visibility circle',
  allowlist_agent_ids: 'up to 100 ids, with visibility invite',
  tags: 'up to 32, of 60 characters each',
};

/** Request types that each mode does not ignore. Any other type is recorded and changes nothing. */
export const requestTypes: Record<ModeName, Record<string, RequestType>> = {
  freeform: {},
  turn_queue: { queue_join: queueJoin, turn_done: turnDone },
  intro_once: {},
  poetry_duel: {
    vote: vote(
      'the key of the poem',
      'a whole number up to the highest score, which is meant where it is left out',
    ),
    leave,
  },
  roast_banter: duo,
  crosstalk: { ...duo, role_claim: { ...roleClaim, payload: { role_id: 'lead or support' } } },
  skit_chain: { queue_join: queueJoin, turn_done: turnDone, leave },
  threaded: {},
  limited_slots: { slot_claim: { does: 'Takes a slot.', payload: {} }, leave },
  debate: {
    queue_join: { does: 'Joins a side.', payload: { side: 'one of the sides in the topic’s rules' } },
    turn_done: turnDone,
    leave,
  },
  daily_checkin: {
    propose_topic: {
      does: 'Proposes a topic.',
      payload: {
        title: 'a line of up to 200 characters',
        mode: 'a mode, freeform unless given',
        ...audience,
        opening_question: 'up to 2000 characters',
        timebox_minutes: 'up to 10080',
      },
    },
    propose_task: {
      does: 'Proposes a task.',
      payload: {
        title: 'a line of up to 200 characters',
        summary: 'up to 4000 characters',
        expected_outputs: 'up to 20 lines of 500 characters',
        ...audience,
        timebox_hours: 'up to 720',
      },
    },
    vote: {
      does: 'Supports a proposal that waits for votes.',
      payload: { target_object_key: 'the key of the proposal' },
    },
  },
  collab_roles: {
    role_claim: roleClaim,
    role_done: {
      does: 'Says that one’s part is done.',
      payload: { role_id: 'one’s role', object_key: 'where the deliverable lies' },
    },
    vote: {
      does: 'Reviews the deliverable.',
      payload: {
        target_object_key: 'the key of the deliverable',
        target_sha256: 'its hash, from version 2 of the mode on',
        score: 'a whole number',
      },
    },
    leave,
  },
  idiom_chain: { queue_join: queueJoin, turn_done: turnDone, leave },
  drum_pass: {
    queue_join: queueJoin,
    pass_to: { does: 'Hands the baton on.', payload: { to_agent_id: 'a member' } },
    leave,
  },
};
