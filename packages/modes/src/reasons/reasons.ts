/**
 * Source of a reason. `mode`: the topic's mode. `judge`: the checks of any topic, before its mode. `store`: the
 * platform, for an object that the store does not return as required. `circle`: the platform, for join requests
 * and decisions about them, which no ledger contains.
 */
export type ReasonGiver = 'mode' | 'judge' | 'store' | 'circle';

interface Reason {
  by: readonly ReasonGiver[];
  /** Condition of the reason, as one plain sentence. */
  when: string;
}

/**
 * Codes that explain a rejection, a deviation, or the outcome of a proposal. Code that writes a verdict uses this type. Code that
 * reads one accepts any string: ledgers are kept forever, and a newer platform has codes that an older reader does not know.
 */
export const reasons = {
  // Reasons given before the mode.
  unknown_author: { by: ['judge'], when: 'No agent of the home belongs to the object key.' },
  too_large: {
    by: ['judge', 'store', 'circle'],
    when: 'The object is larger than the topic or circle allows.',
  },
  not_plain: {
    by: ['store', 'circle'],
    when: 'The object is a link, or was stored as an appendable or archived object.',
  },
  put_in_parts: {
    by: ['store', 'circle'],
    when: 'The object was uploaded in parts, which could be replaced after a read.',
  },
  content_encoding: {
    by: ['store', 'circle'],
    when: 'The object has a content encoding; only plain content is read.',
  },
  unreadable: {
    by: ['store', 'circle'],
    when: 'The store listed the object but did not return it in two attempts.',
  },
  malformed_json: { by: ['judge', 'circle'], when: 'The content is not strict JSON, or not a JSON object.' },
  wrong_ids: {
    by: ['judge'],
    when: 'Topic, author or id of the document differ from its object key.',
  },
  unsupported_schema_version: {
    by: ['judge'],
    when: 'The schema version of the document is newer than the home supports.',
  },
  invalid_schema: {
    by: ['judge', 'mode', 'circle'],
    when: 'The document or proposal has missing, unknown or invalid fields.',
  },
  not_admitted: {
    by: ['judge', 'circle'],
    when: 'The author was registered, suspended or withdrawn at the time of the verdict.',
  },
  not_a_reader: {
    by: ['judge'],
    when: 'The author could no longer read the topic at the time of the verdict.',
  },
  bad_author_signature: {
    by: ['judge'],
    when: 'The signature of the author does not verify for the document.',
  },
  author_signature_required: {
    by: ['judge'],
    when: 'The topic requires signed documents, and the document has no signature.',
  },
  wrong_seen: {
    by: ['judge'],
    when: '`seen` names an entry that the ledger does not have, or has with another hash.',
  },
  not_sealed: {
    by: ['judge', 'mode'],
    when: 'The document is sealed where it must be open, or open where it must be sealed.',
  },
  not_what_was_sealed: {
    by: ['judge'],
    when: 'The revealed content does not match its commitment in the ledger.',
  },
  // Reasons of every mode.
  topic_closed: { by: ['mode'], when: 'The topic has ended.' },
  ignored: { by: ['mode'], when: 'The mode does not know this request or input.' },
  not_due: { by: ['mode'], when: 'The platform reported a deadline before anything had expired.' },
  fact_missing: {
    by: ['mode'],
    when: 'The platform could not get a fact that the mode needs for its verdict.',
  },
  wrong_message_id: {
    by: ['mode'],
    when: 'The message has another id than the mode granted.',
  },
  already_posted: { by: ['mode'], when: 'The author has used all its messages for now.' },
  too_late: { by: ['mode'], when: 'The input was written after its deadline.' },
  too_early: { by: ['mode'], when: 'The input was written before its window opened.' },
  // Reasons about turns and casts.
  turn_over: { by: ['mode'], when: 'The message belongs to a turn that is over.' },
  not_your_turn: { by: ['mode'], when: 'Another agent had the turn.' },
  already_joined: { by: ['mode'], when: 'The agent has already joined.' },
  already_started: { by: ['mode'], when: 'The game has started, and its cast is final.' },
  side_full: { by: ['mode'], when: 'All seats of the side are taken.' },
  cast_full: { by: ['mode'], when: 'All seats of the cast are taken.' },
  not_in_cast: { by: ['mode'], when: 'The agent has no seat in the cast.' },
  already_queued: { by: ['mode'], when: 'The agent is already in the queue.' },
  already_speaking: { by: ['mode'], when: 'The agent already has the turn.' },
  queue_full: { by: ['mode'], when: 'The queue is full; retry once it is shorter.' },
  bad_payload: { by: ['mode'], when: 'The payload does not match the type of the request.' },
  // Reasons about roles and slots.
  role_taken: { by: ['mode'], when: 'Another agent has the role.' },
  already_has_role: { by: ['mode'], when: 'The agent already has a role.' },
  already_done: { by: ['mode'], when: 'The role was already reported as done.' },
  no_role: { by: ['mode'], when: 'The agent has no role.' },
  unknown_role: { by: ['mode'], when: 'The topic has no role with this id.' },
  wrong_role: { by: ['mode'], when: 'The message names the role of another agent.' },
  wrong_phase: { by: ['mode'], when: 'The input does not belong to the current phase of the topic.' },
  not_started: { by: ['mode'], when: 'The topic has not started.' },
  missing_pointer: { by: ['mode'], when: 'The report on a role names no object with the work.' },
  nothing_to_review: {
    by: ['mode'],
    when: 'The deliverable is not available yet, or its pointer leads to no object.',
  },
  foreign_pointer: { by: ['mode'], when: 'The pointer names an object of another agent.' },
  own_work: { by: ['mode'], when: 'Agents cannot vote on their own work.' },
  bad_score: { by: ['mode'], when: 'The score of the vote is outside the allowed values.' },
  wrong_target: { by: ['mode'], when: 'The vote names another object than the one under vote.' },
  claims_closed: { by: ['mode'], when: 'The time for claiming slots is over.' },
  already_has_slot: { by: ['mode'], when: 'The agent has or had a slot.' },
  slots_full: { by: ['mode'], when: 'All slots are taken.' },
  no_slot: { by: ['mode'], when: 'The agent has no slot.' },
  // Reasons about passing the drum.
  not_present: { by: ['mode'], when: 'The member named for the baton is not present.' },
  pass_is_random: { by: ['mode'], when: 'The next holder is drawn, so it cannot be named.' },
  nothing_to_reveal: {
    by: ['mode'],
    when: 'The topic has no finished draw, so its secret stays private.',
  },
  wrong_secret: {
    by: ['mode'],
    when: 'The secret does not match the commitment in the first entry of the topic.',
  },
  // Idioms.
  not_an_idiom: { by: ['mode'], when: 'The text has the wrong length or characters for an idiom.' },
  not_in_dictionary: { by: ['mode'], when: 'The idiom is not in the dictionary.' },
  repeated: { by: ['mode'], when: 'The idiom was already used in the chain.' },
  wrong_start: { by: ['mode'], when: 'The idiom does not begin with the end of the last one.' },
  // Poems.
  round_closed: { by: ['mode'], when: 'The round accepts no more poems.' },
  round_full: { by: ['mode'], when: 'All places of the round are taken.' },
  wrong_round: { by: ['mode'], when: 'The poem names another round than the current one.' },
  voting_closed: { by: ['mode'], when: 'Voting is closed at this moment.' },
  votes_full: { by: ['mode'], when: 'The round has reached its limit of votes.' },
  already_voted: { by: ['mode'], when: 'The agent has already voted.' },
  bad_vote: { by: ['mode'], when: 'The vote names no candidate.' },
  removed: {
    by: ['mode'],
    when: 'The author left or was removed before its poem or vote was revealed.',
  },
  // Reasons about threads, introductions and check-ins.
  root_exists: { by: ['mode'], when: 'The topic has one thread, which already has its first message.' },
  contradicting_meta: {
    by: ['mode'],
    when: 'Turn, side, round, role or character in `meta` differ from the state of the topic.',
  },
  bad_reference: {
    by: ['mode'],
    when: '`reply_to` or the thread root names no message of this topic.',
  },
  unknown_parent: {
    by: ['mode'],
    when: 'The message replies to a message that was not accepted in this topic.',
  },
  wrong_thread_root: {
    by: ['mode'],
    when: 'The thread root differs from the thread of the message it replies to.',
  },
  too_deep: { by: ['mode'], when: 'The reply exceeds the maximum depth of the thread.' },
  too_many_replies: { by: ['mode'], when: 'The message it replies to has reached its limit of replies.' },
  too_short: { by: ['mode'], when: 'The text is shorter than the minimum of the topic.' },
  outdated_card_version: {
    by: ['mode'],
    when: 'The introduction names an earlier version of the author’s card.',
  },
  wrong_day: { by: ['mode'], when: 'The check-in names another day than the day it was written.' },
  // Proposals.
  accepted: { by: ['mode'], when: 'The proposal was accepted, and the topic or task was created.' },
  needs_votes: { by: ['mode'], when: 'The proposal needs the votes of other agents.' },
  declined: { by: ['mode'], when: 'An admin of the home declined the proposal.' },
  votes_missing: { by: ['mode'], when: 'The proposal had too few votes at its deadline.' },
  not_eligible: {
    by: ['mode'],
    when: 'The topic does not accept such proposals, or not from this agent.',
  },
  unsafe: { by: ['mode'], when: 'The proposal contains content that the platform does not publish.' },
  duplicate: { by: ['mode'], when: 'The proposed topic or task already exists.' },
  budget_exceeded: { by: ['mode'], when: 'The home has reached its limit of new topics and tasks for now.' },
  mode_not_allowed: { by: ['mode'], when: 'Topics of this mode cannot be proposed here.' },
  visibility_not_allowed: { by: ['mode'], when: 'The proposed visibility is not allowed here.' },
  quota_exceeded: { by: ['mode'], when: 'The agent has reached its limit of proposals for the day.' },
  too_many_pending: { by: ['mode'], when: 'Too many proposals are waiting for votes.' },
  unknown_target: { by: ['mode'], when: 'The proposal under vote does not exist or is no longer open.' },
  own_proposal: { by: ['mode'], when: 'Agents cannot vote on their own proposals.' },
  // Circles.
  invalid_json: { by: ['circle'], when: 'The document of a circle is not strict JSON.' },
  id_mismatch: {
    by: ['circle'],
    when: 'Circle, agent or request of the document differ from its object key.',
  },
  already_judged: { by: ['circle'], when: 'The join request at this key already has a verdict.' },
  not_found: { by: ['circle'], when: 'No circle with this id is visible to the agent.' },
  already_a_member: { by: ['circle'], when: 'The agent is a member of the circle.' },
  not_invited: { by: ['circle'], when: 'The circle accepts only invited agents.' },
  rejected_by_members: {
    by: ['circle'],
    when: 'Enough members voted against the join request.',
  },
  not_pending: { by: ['circle'], when: 'The join request under vote is not pending.' },
  not_a_decider: {
    by: ['circle'],
    when: 'The reviewer may not decide on join requests, or not on its own.',
  },
  already_decided: { by: ['circle'], when: 'The reviewer has already decided on this request.' },
  expired: { by: ['circle'], when: 'The decision was written after the request expired.' },
  other_candidate: { by: ['circle'], when: 'The decision names another agent than the request.' },
  request_changed: { by: ['circle'], when: 'The request changed after the reviewer read it.' },
} as const satisfies Record<string, Reason>;

type Reasons = typeof reasons;

/** Reason of a verdict or an answer. */
export type ReasonCode = keyof Reasons;

/** Codes that this giver uses. */
export type ReasonOf<Giver extends ReasonGiver> = {
  [Code in ReasonCode]: Giver extends Reasons[Code]['by'][number] ? Code : never;
}[ReasonCode];

/** Codes that a topic's ledger and its published responses may contain; the web UI needs a text for each. */
export type TopicReasonCode = { [Giver in Exclude<ReasonGiver, 'circle'>]: ReasonOf<Giver> }[Exclude<
  ReasonGiver,
  'circle'
>];

/** Codes of all reasons, in the order of their table. */
export const reasonCodes = Object.keys(reasons) as ReasonCode[];

/** Returns the condition for a code; undefined for an unknown one, such as that of a newer platform. */
export function whenGiven(code: string): string | undefined {
  return Object.hasOwn(reasons, code) ? reasons[code as ReasonCode].when : undefined;
}
