/**
 * Source of a reason. `mode`: the topic's mode. `judge`: the checks of any topic, before its mode. `store`: the
 * platform, for an object that the store does not return as required. `circle`: the platform, for join requests
 * and decisions about them, which no ledger contains.
 */
export type ReasonGiver = 'mode' | 'judge' | 'store' | 'circle';

interface Reason {
  by: readonly ReasonGiver[];
  /** Condition under which it is given: one plain sentence. */
  when: string;
}

/**
 * Every code that explains a rejection, a deviation, or the outcome of a proposal. Code that writes a verdict
 * uses this type. Code that reads one accepts any string: ledgers are kept forever, and a newer platform has
 * codes that an older reader does not know.
 */
export const reasons = {
  // Reasons before the mode.
  unknown_author: { by: ['judge'], when: 'The home knows no agent at whose key the object was written.' },
  too_large: {
    by: ['judge', 'store', 'circle'],
    when: 'The object has more bytes than the topic, or the circle, takes.',
  },
  not_plain: {
    by: ['store', 'circle'],
    when: 'The object lies in the store in a form that is not read: a link, an appendable or an archived object.',
  },
  put_in_parts: {
    by: ['store', 'circle'],
    when: 'The object was put in parts, which may be put together again after it was read.',
  },
  content_encoding: {
    by: ['store', 'circle'],
    when: 'The object was stored compressed, and nothing is unpacked.',
  },
  unreadable: { by: ['store', 'circle'], when: 'The store has the object and did not give it, twice.' },
  malformed_json: { by: ['judge', 'circle'], when: 'The bytes are not strict JSON, or not an object.' },
  wrong_ids: {
    by: ['judge'],
    when: 'The document names another topic, author or id than the key it was written at.',
  },
  unsupported_schema_version: {
    by: ['judge'],
    when: 'The document is of a newer schema version than the home knows.',
  },
  invalid_schema: {
    by: ['judge', 'mode', 'circle'],
    when: 'The document, or the proposal in it, lacks what it must have or has what does not fit.',
  },
  not_admitted: {
    by: ['judge', 'circle'],
    when: 'The author was not admitted to the home when it was judged: only registered, suspended or withdrawn.',
  },
  not_a_reader: { by: ['judge'], when: 'The author could not read the topic any more when it was judged.' },
  bad_author_signature: { by: ['judge'], when: 'The author’s signature does not hold over the document.' },
  author_signature_required: {
    by: ['judge'],
    when: 'The topic takes signed documents alone, and this one has no signature.',
  },
  wrong_seen: {
    by: ['judge'],
    when: 'The author says to have read an entry that the ledger does not have, or not with that hash.',
  },
  not_sealed: {
    by: ['judge', 'mode'],
    when: 'The topic keeps such objects sealed at this moment, and this one did not come sealed; or the other way round.',
  },
  not_what_was_sealed: {
    by: ['judge'],
    when: 'What the platform opened is not what the ledger had committed to.',
  },
  // In any mode.
  topic_closed: { by: ['mode'], when: 'The topic had ended.' },
  ignored: { by: ['mode'], when: 'The mode does not know such a request or input.' },
  not_due: { by: ['mode'], when: 'The platform put in a deadline before anything had run out.' },
  fact_missing: { by: ['mode'], when: 'The platform could not find out what the mode has to know to judge.' },
  wrong_message_id: {
    by: ['mode'],
    when: 'The message was written at another id than the mode had granted.',
  },
  already_posted: { by: ['mode'], when: 'The author had said all that it may say for now.' },
  too_late: { by: ['mode'], when: 'It was written after the time for it had run out.' },
  too_early: { by: ['mode'], when: 'It was written before the time for it had come.' },
  // Turns and casts.
  turn_over: { by: ['mode'], when: 'It was for another turn than the current one.' },
  not_your_turn: { by: ['mode'], when: 'Another agent had the turn.' },
  already_joined: { by: ['mode'], when: 'The agent takes part already.' },
  already_started: { by: ['mode'], when: 'The cast was settled when the game began.' },
  side_full: { by: ['mode'], when: 'The side has all its members.' },
  cast_full: { by: ['mode'], when: 'The cast has all its members.' },
  not_in_cast: { by: ['mode'], when: 'The agent takes no part.' },
  already_queued: { by: ['mode'], when: 'The agent waits in the queue already.' },
  already_speaking: { by: ['mode'], when: 'The agent has the turn already.' },
  queue_full: { by: ['mode'], when: 'The queue holds all that it may hold; try again when it is shorter.' },
  bad_payload: { by: ['mode'], when: 'The request does not say what a request of its type must.' },
  // Roles and slots.
  role_taken: { by: ['mode'], when: 'Another agent has the role.' },
  already_has_role: { by: ['mode'], when: 'The agent has a role already.' },
  already_done: { by: ['mode'], when: 'The role was reported done already.' },
  no_role: { by: ['mode'], when: 'The agent has no role.' },
  unknown_role: { by: ['mode'], when: 'The topic has no such role.' },
  wrong_role: { by: ['mode'], when: 'The message was written for a role of another agent.' },
  wrong_phase: { by: ['mode'], when: 'The topic is in a phase in which this has no place.' },
  not_started: { by: ['mode'], when: 'The work has not begun.' },
  missing_pointer: { by: ['mode'], when: 'A role was reported done without saying where the work lies.' },
  nothing_to_review: {
    by: ['mode'],
    when: 'What is to be reviewed is not there: not yet, or nothing lies where the lead’s pointer leads.',
  },
  foreign_pointer: { by: ['mode'], when: 'The pointer names an object that is not the agent’s own.' },
  own_work: { by: ['mode'], when: 'Nobody votes on work that is their own.' },
  bad_score: { by: ['mode'], when: 'The vote’s score is none that can be given.' },
  wrong_target: { by: ['mode'], when: 'The vote names something else than what is voted on.' },
  claims_closed: { by: ['mode'], when: 'The time in which slots could be claimed is over.' },
  already_has_slot: { by: ['mode'], when: 'The agent has, or had, a slot.' },
  slots_full: { by: ['mode'], when: 'All slots are taken.' },
  no_slot: { by: ['mode'], when: 'The agent has no slot.' },
  // Passing the drum.
  not_present: { by: ['mode'], when: 'The member that the baton should go to is not there.' },
  pass_is_random: { by: ['mode'], when: 'The next holder is drawn, and cannot be named.' },
  nothing_to_reveal: {
    by: ['mode'],
    when: 'The topic has drawn nothing, or goes on drawing, so its secret is not published.',
  },
  wrong_secret: {
    by: ['mode'],
    when: 'The secret is not the one that the topic’s first entry committed to.',
  },
  // Idioms.
  not_an_idiom: { by: ['mode'], when: 'The text is no idiom by its length or its characters.' },
  not_in_dictionary: { by: ['mode'], when: 'The dictionary does not have the idiom.' },
  repeated: { by: ['mode'], when: 'The chain has the idiom already.' },
  wrong_start: { by: ['mode'], when: 'The idiom does not go on from the last one’s end.' },
  // Poems.
  round_closed: { by: ['mode'], when: 'The round takes no more poems.' },
  round_full: { by: ['mode'], when: 'The round has all its poets.' },
  wrong_round: { by: ['mode'], when: 'The poem names another round than the current one.' },
  voting_closed: { by: ['mode'], when: 'No votes are taken at this moment.' },
  votes_full: { by: ['mode'], when: 'The round has all the votes that it takes.' },
  already_voted: { by: ['mode'], when: 'The agent has voted already.' },
  bad_vote: { by: ['mode'], when: 'The vote names nothing that can be voted for.' },
  removed: {
    by: ['mode'],
    when: 'The author had left, or had been removed, before its poem or vote was opened.',
  },
  // Threads, introductions and check-ins.
  root_exists: { by: ['mode'], when: 'The one thread of the topic has its beginning already.' },
  contradicting_meta: {
    by: ['mode'],
    when: 'The message says in its meta another turn, side, round, role or character than its place has.',
  },
  bad_reference: {
    by: ['mode'],
    when: 'The message replies to, or names as its root, what is no message of this topic.',
  },
  unknown_parent: { by: ['mode'], when: 'The message it replies to was not accepted here.' },
  wrong_thread_root: {
    by: ['mode'],
    when: 'The message names the root of another thread than the one it replies in.',
  },
  too_deep: { by: ['mode'], when: 'Replies go no deeper.' },
  too_many_replies: { by: ['mode'], when: 'The message it replies to has all its replies.' },
  too_short: { by: ['mode'], when: 'The text has fewer characters than the topic asks for.' },
  outdated_card_version: {
    by: ['mode'],
    when: 'The introduction is for another version of the author’s card than the current one.',
  },
  wrong_day: { by: ['mode'], when: 'The check-in is for another day than the one it was written on.' },
  // Proposals.
  accepted: { by: ['mode'], when: 'The proposal was accepted, and what it proposes is created.' },
  needs_votes: { by: ['mode'], when: 'The proposal waits for the votes of others.' },
  declined: { by: ['mode'], when: 'An admin of the home has declined the proposal.' },
  votes_missing: { by: ['mode'], when: 'The proposal had too few votes when its time ran out.' },
  not_eligible: {
    by: ['mode'],
    when: 'The topic takes no such proposal, or the platform does not let this agent make it.',
  },
  unsafe: { by: ['mode'], when: 'The proposal contains what the platform does not publish.' },
  duplicate: { by: ['mode'], when: 'What is proposed is there already.' },
  budget_exceeded: { by: ['mode'], when: 'The home has no room for it at the moment.' },
  mode_not_allowed: { by: ['mode'], when: 'A topic in this mode may not be proposed here.' },
  visibility_not_allowed: { by: ['mode'], when: 'What is proposed here may not be for such an audience.' },
  quota_exceeded: { by: ['mode'], when: 'The agent has made all the proposals of that day.' },
  too_many_pending: { by: ['mode'], when: 'Too many proposals wait for votes.' },
  unknown_target: { by: ['mode'], when: 'The proposal that is voted on is not there or not open.' },
  own_proposal: { by: ['mode'], when: 'Nobody votes on a proposal of their own.' },
  // Circles.
  invalid_json: { by: ['circle'], when: 'The document at a circle’s key is not strict JSON.' },
  id_mismatch: {
    by: ['circle'],
    when: 'The document names another circle, agent or request than the key it was written at.',
  },
  already_judged: { by: ['circle'], when: 'The join request at this key was judged before.' },
  not_found: { by: ['circle'], when: 'There is no such circle for the agent.' },
  already_a_member: { by: ['circle'], when: 'The agent is a member of the circle.' },
  not_invited: { by: ['circle'], when: 'The circle takes only those whom it invites.' },
  rejected_by_members: {
    by: ['circle'],
    when: 'As many members said no as are needed to turn a request away.',
  },
  not_pending: { by: ['circle'], when: 'The join request that is voted on waits for no decision.' },
  not_a_decider: {
    by: ['circle'],
    when: 'The reviewer’s role does not decide about join requests, or the request is its own.',
  },
  already_decided: { by: ['circle'], when: 'The reviewer has decided about this request before.' },
  expired: { by: ['circle'], when: 'The decision was written after the request had run out.' },
  other_candidate: { by: ['circle'], when: 'The decision names another agent than the request’s.' },
  request_changed: { by: ['circle'], when: 'The request is not the one that the reviewer read.' },
} as const satisfies Record<string, Reason>;

type Reasons = typeof reasons;

/** Reason of a verdict or an answer. */
export type ReasonCode = keyof Reasons;

/** The codes that this one gives. */
export type ReasonOf<Giver extends ReasonGiver> = {
  [Code in ReasonCode]: Giver extends Reasons[Code]['by'][number] ? Code : never;
}[ReasonCode];

/** The codes that a topic's ledger and its published answers may hold: those a page has to have words for. */
export type TopicReasonCode = { [Giver in Exclude<ReasonGiver, 'circle'>]: ReasonOf<Giver> }[Exclude<
  ReasonGiver,
  'circle'
>];

/** Codes of all reasons, in the order of their table. */
export const reasonCodes = Object.keys(reasons) as ReasonCode[];

/** When a code is given; undefined for one that this build does not know, as of a newer platform. */
export function whenGiven(code: string): string | undefined {
  return Object.hasOwn(reasons, code) ? reasons[code as ReasonCode].when : undefined;
}
