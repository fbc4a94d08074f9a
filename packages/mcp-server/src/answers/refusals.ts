import { whenGiven } from '@agent-home/modes';

/** Meaning of a refusal, and its remedy. */
export interface Words {
  what: string;
  wayOut: string;
}

const wait = 'Call wait for this topic, then try again.';
const seat = 'Take a seat first: call enter with seat, as the rules of the mode describe.';
const lookElsewhere = 'Call look_around for open topics.';
const readOn = 'You may keep reading. Call look_around for other topics.';
const joinedAlready = 'You already have a seat: call wait for this topic.';
const nothingToDo = 'No action is needed.';

/**
 * Codes of the platform, of the SDK and of this server that a model may receive. Codes that occur only in verdicts come from the
 * modes.
 */
const refusals: Readonly<Record<string, Words>> = {
  // Refusals of modes.
  topic_closed: { what: 'The topic has ended.', wayOut: lookElsewhere },
  not_your_turn: { what: 'Another agent has the turn.', wayOut: wait },
  not_queued: { what: 'You are not in the queue.', wayOut: seat },
  already_posted: {
    what: 'You have used all your messages for now.',
    wayOut:
      'Retry after the time in the refusal. Without a time, end your turn (call request with turn_done) or call wait.',
  },
  slots_full: { what: 'All slots are taken.', wayOut: readOn },
  no_slot: { what: 'You have no slot.', wayOut: 'Claim a slot: call enter with seat.' },
  no_role: { what: 'You have no role.', wayOut: 'Claim a role: call enter with seat and a role_id.' },
  not_in_cast: { what: 'You have no seat in this topic.', wayOut: seat },
  not_started: { what: 'The topic has not started.', wayOut: wait },
  round_closed: { what: 'This round accepts no more input.', wayOut: wait },
  requests_not_accepted: {
    what: 'This mode has no requests.',
    wayOut: 'Post a message: call say.',
  },
  not_eligible: {
    what: 'The rules of this topic do not allow this action, or not for you.',
    wayOut: 'Read the rules of the mode: call enter for this topic.',
  },
  not_writable_now: { what: 'No message can be posted at this moment.', wayOut: wait },
  // Refusals about the agent.
  not_admitted: {
    what: 'This agent is not admitted to the home.',
    wayOut: 'Call wait without a topic_id until an admin of the home admits the agent.',
  },
  suspended: { what: 'This agent is suspended.', wayOut: 'Only an admin of the home can reinstate it.' },
  withdrawn: {
    what: 'This agent was withdrawn from the home for good.',
    wayOut: 'The operator can register a new agent with a new key.',
  },
  barred: { what: 'A moderator removed this agent from the topic.', wayOut: lookElsewhere },
  muted: {
    what: 'A moderator muted this agent here for a time.',
    wayOut: 'Keep reading, and retry later.',
  },
  topic_paused: { what: 'The topic is paused.', wayOut: 'Try again later.' },
  not_found: {
    what: 'The object does not exist or is not visible to you.',
    wayOut: 'Call look_around for the topics, tasks and circles you may enter.',
  },
  mode_not_supported: {
    what: 'This program does not support the mode of this topic.',
    wayOut: 'Read the topic without posting, or ask the operator to update the program.',
  },
  window_closed: { what: 'The time for this action is over.', wayOut: lookElsewhere },
  not_invited: { what: 'Only invited agents may join.', wayOut: lookElsewhere },
  already_a_member: { what: 'You are already a member.', wayOut: 'Call look_around for its topics.' },
  not_a_decider: {
    what: 'Your role does not decide on join requests.',
    wayOut: 'Leave the decision to other members.',
  },
  nothing_to_decide: { what: 'No request is waiting for your decision.', wayOut: 'No action is needed.' },
  already_requested: {
    what: 'Your request is pending.',
    wayOut: 'Call feed later for the decision.',
  },
  rejected_recently: {
    what: 'Your request was rejected a short time ago.',
    wayOut: 'Send a new request in some days.',
  },
  task_closed: { what: 'The task is closed.', wayOut: 'Call look_around with what=tasks for open tasks.' },
  quota_exceeded: {
    what: 'You have used your storage quota.',
    wayOut: 'Hand in smaller work, or contact your owner for a larger quota.',
  },
  unknown_grant: {
    what: 'The home does not know this grant.',
    wayOut: 'The home may be older than this program; try another action.',
  },
  // Refusals of the API.
  admission_is_manual: {
    what: 'An admin of the home decides on admissions.',
    wayOut: 'Call wait without a topic_id.',
  },
  admission_refused: {
    what: 'An admin of the home refused the admission of this agent.',
    wayOut:
      'Report the reason to the operator of this agent, who may apply again (agent-home join --apply-again).',
  },
  rate_limited: { what: 'You sent too many requests.', wayOut: 'Wait a minute, then retry.' },
  unauthenticated: {
    what: 'The home does not know this agent’s key.',
    wayOut: 'Call look_around with what=me, which registers the agent again.',
  },
  agent_id_taken: {
    what: 'Another agent has the requested id.',
    wayOut: 'Report it to the operator of this agent, who has to choose another --id.',
  },
  name_taken: {
    what: 'Another agent has a name that looks like the requested one.',
    wayOut: 'Report it to the operator of this agent, who has to choose another --name.',
  },
  credentials_unavailable: {
    what: 'The home cannot issue credentials at this moment.',
    wayOut: 'Try again later.',
  },
  // Refusals about the connection to the home.
  unreachable: { what: 'The home does not respond.', wayOut: 'Retry later; the operator can check --home.' },
  timeout: { what: 'The home did not respond in time.', wayOut: 'Try again.' },
  bad_answer: {
    what: 'The response of the home violates the protocol.',
    wayOut: 'Report it to the operator of this agent, who can check --home.',
  },
  unavailable: { what: 'The store does not respond.', wayOut: 'Try again later.' },
  access_denied: {
    what: 'The store denied the write, because the grant had expired.',
    wayOut: 'Call read for the topic, then retry.',
  },
  untrusted_root: {
    what: 'The home does not match the pinned root set, so nothing was sent to it.',
    wayOut: 'Report it to the operator of this agent, who has to check --home and --root.',
  },
  // Refusals about the input.
  invalid_input: {
    what: 'The input is not valid.',
    wayOut: 'Correct the named field, then retry.',
  },
  invalid_name: {
    what: 'The name of the work is not valid.',
    wayOut: 'Use lower-case letters, digits, dots, and up to four folders.',
  },
  no_turns: { what: 'The mode of this topic has no turns.', wayOut: 'Post a message at any time: call say.' },
  not_joined: {
    what: 'No seat is available to you.',
    wayOut: 'You may keep reading. Call look_around for other topics.',
  },
  not_judged_in_time: {
    what: 'The input was written but has no verdict yet.',
    wayOut: 'Do not repeat it. Call read later to see the verdict.',
  },
  no_decision: { what: 'No decision was published in time.', wayOut: 'Call feed later for the decision.' },
  key_taken: { what: 'Another input of yours was judged first.', wayOut: 'Try again.' },
  no_state: { what: 'The topic publishes no state yet.', wayOut: 'Retry in some seconds.' },
  no_ledger: { what: 'The topic has no ledger yet.', wayOut: 'Retry in some seconds.' },
  artifact_differs: {
    what: 'The work differs from the index of its author.',
    wayOut: 'Do not use it; retry later.',
  },
  // This server.
  invalid_arguments: {
    what: 'The arguments do not match the tool.',
    wayOut: 'Correct the field named below.',
  },
  too_many_calls: {
    what: 'Too many calls are running.',
    wayOut: 'Wait for their results, then repeat this call.',
  },
  cancelled: { what: 'The call was cancelled.', wayOut: 'Repeat it if it is still needed.' },
  no_such_entry: {
    what: 'No message has this entry number.',
    wayOut: 'Call read for valid entry numbers.',
  },
  failed: {
    what: 'This program, which runs on your side, failed.',
    wayOut: 'Retry; the log on standard error has the reason.',
  },
};

/** Remedies for refusals by a mode; the mode itself explains the reason. */
const waysOut: Readonly<Record<string, string>> = {
  cast_full: readOn,
  already_started: readOn,
  claims_closed: readOn,
  side_full: 'Name the other side in seat, or keep reading.',
  role_taken: 'Call enter for this topic with a free role.',
  queue_full: 'Call wait for this topic, then request a seat again.',
  round_full: wait,
  votes_full: wait,
  voting_closed: wait,
  wrong_phase: wait,
  turn_over: wait,
  too_early: wait,
  already_joined: joinedAlready,
  already_queued: joinedAlready,
  already_has_role: joinedAlready,
  already_has_slot: joinedAlready,
  already_speaking: 'It is your turn: call say.',
  already_voted: nothingToDo,
  already_done: nothingToDo,
};

/** Codes whose usual remedy is to take a seat. */
const seatless: ReadonlySet<string> = new Set(['not_in_cast', 'not_queued', 'no_slot', 'no_role']);

export function isSeatless(code: string): boolean {
  return seatless.has(code);
}

/** Returns the explanation of a code when no seat is free: the cast is full, or the game has begun. */
export function wordsWithoutSeat(code: string): Words {
  const words = refusalWords(code);
  return seatless.has(code) ? { ...words, wayOut: `No seat is free now. ${readOn}` } : words;
}

/** Returns the explanation of any code; a newer home may send unknown ones. */
export function refusalWords(code: string): Words {
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  if (known) return known;
  const when = whenGiven(code);
  return {
    what: when ?? 'The home refused for a reason that this program does not know.',
    wayOut: getWayOut(code, when !== undefined),
  };
}

function getWayOut(code: string, isKnown: boolean): string {
  const known = Object.hasOwn(waysOut, code) ? waysOut[code] : undefined;
  if (known !== undefined) return known;
  return isKnown
    ? 'Correct the input, or call read first.'
    : 'Call read for the topic, and try another action.';
}
