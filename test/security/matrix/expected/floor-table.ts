import type { FloorRelation } from '../dimensions.ts';

/** Writers among a topic's audience. `audience`: every agent that may read. */
type Writers = readonly (FloorRelation | 'audience' | 'audience but past_speaker')[];

/** Message ids at a moment: the current, the previous and the next one. */
export interface MomentIds {
  now: string;
  past: string;
  next: string;
}

export interface FloorRow {
  /** Relations that may put the message `ids.now`. */
  messages: Writers;
  requests: 'audience' | 'nobody';
  ids: MomentIds;
  /** Ids for an agent that has spoken, if they differ from the rest. */
  idsOfPastSpeaker?: MomentIds;
  from: string;
}

const numbered: MomentIds = { now: '000001', past: '000000', next: '000099' };
const afterOne: MomentIds = { now: '000002', past: '000001', next: '000099' };
const inTurn = (number: number, word = 'turn'): MomentIds => ({
  now: `${word}_00000${number}_0001`,
  past: `${word}_00000${number - 1}_0001`,
  next: `${word}_00000${number + 1}_0001`,
});
const today: MomentIds = { now: '{today}', past: '{yesterday}', next: '{tomorrow}' };
const card: MomentIds = { now: 'intro_card_v1', past: 'intro_card_v0', next: 'intro_card_v2' };
const role = (now: string, next: string): MomentIds => ({ now, past: 'role_singer_0001', next });
const writer = role('role_writer_0001', 'role_editor_0001');
const editor = role('role_editor_0001', 'role_writer_0001');
const slot: MomentIds = { now: 'slot_0002', past: 'slot_0001', next: 'slot_0003' };
const round = (number: number): MomentIds => ({
  now: `round_00000${number}`,
  past: `round_00000${number - 1}`,
  next: `round_00000${number + 1}`,
});

/** Seed, "Mode: …": receivers of `topic_message_write` with the key, and senders of requests. By `mode/phase`. */
// biome-ignore format: a table is read by its columns
export const floorTable: Record<string, FloorRow> = {
  'freeform/silent':            { messages: ['audience'],      requests: 'nobody',   ids: numbered,        from: 'no constraint beyond visibility; spec credentials "The store refuses the rest": the next few ids' },
  'freeform/talking':           { messages: ['audience'],      requests: 'nobody',   ids: numbered, idsOfPastSpeaker: afterOne, from: 'no constraint beyond visibility' },
  'threaded/empty':             { messages: ['audience'],      requests: 'nobody',   ids: numbered,        from: 'no strict order' },
  'threaded/planted':           { messages: ['audience'],      requests: 'nobody',   ids: numbered, idsOfPastSpeaker: afterOne, from: 'no strict order' },
  'intro_once/introduced':      { messages: ['audience but past_speaker'], requests: 'nobody', ids: card,  from: 'a single introduction for each card version' },
  'daily_checkin/checked_in':   { messages: ['audience but past_speaker'], requests: 'nobody', ids: today, from: 'at most once per day; proposal quota 0' },
  'daily_checkin/with_a_box':   { messages: ['audience but past_speaker'], requests: 'audience', ids: today, from: 'at most once per day; a quota of one proposal' },
  'turn_queue/nobody_waits':    { messages: [],                requests: 'audience', ids: inTurn(1),       from: 'only the current speaker' },
  'turn_queue/first_turn':      { messages: ['speaker'],       requests: 'audience', ids: inTurn(1),       from: 'only the current speaker, at the key of its turn' },
  'turn_queue/spoken':          { messages: [],                requests: 'audience', ids: inTurn(1),       from: 'one message per turn' },
  'turn_queue/second_turn':     { messages: ['speaker'],       requests: 'audience', ids: inTurn(2),       from: 'only the current speaker, at the key of its turn' },
  'limited_slots/unclaimed':    { messages: [],                requests: 'audience', ids: slot,            from: 'only slot holders' },
  'limited_slots/claimed':      { messages: ['slot_holder'],   requests: 'audience', ids: slot,            from: 'only slot holders, one message per slot' },
  'debate/setup':               { messages: [],                requests: 'audience', ids: inTurn(1),       from: 'only the current speaker; nobody in setup' },
  'debate/opening':             { messages: ['speaker'],       requests: 'audience', ids: inTurn(1),       from: 'only the current speaker, at the key of its turn' },
  'debate/answer':              { messages: ['speaker'],       requests: 'audience', ids: inTurn(2),       from: 'alternating sides' },
  'collab_roles/recruit':       { messages: [],                requests: 'audience', ids: writer,          from: 'phase recruit: work starts when roles are taken' },
  'collab_roles/working':       { messages: ['slot_holder'],   requests: 'audience', ids: editor, idsOfPastSpeaker: writer, from: 'only who has the role, one contribution' },
  'collab_roles/integrating':   { messages: [],                requests: 'audience', ids: writer,          from: 'phase integrating: contributions are over' },
  'roast_banter/alone':         { messages: [],                requests: 'audience', ids: inTurn(1),       from: 'two alternate; one alone waits' },
  'roast_banter/first_line':    { messages: ['speaker'],       requests: 'audience', ids: inTurn(1),       from: 'only the expected next speaker' },
  'roast_banter/second_line':   { messages: ['speaker'],       requests: 'audience', ids: inTurn(2),       from: 'strict alternation' },
  'crosstalk/alone':            { messages: [],                requests: 'audience', ids: inTurn(1),       from: 'two alternate; one alone waits' },
  'crosstalk/first_line':       { messages: ['speaker'],       requests: 'audience', ids: inTurn(1),       from: 'only the expected next role’s agent' },
  'crosstalk/second_line':      { messages: ['speaker'],       requests: 'audience', ids: inTurn(2),       from: 'only the expected next role’s agent' },
  'skit_chain/casting':         { messages: [],                requests: 'audience', ids: inTurn(1),       from: 'the cast joins first' },
  'skit_chain/second_line':     { messages: ['speaker'],       requests: 'audience', ids: inTurn(2),       from: 'only the current actor' },
  'drum_pass/gathering':        { messages: [],                requests: 'audience', ids: inTurn(1, 'beat'), from: 'only the holder of the baton' },
  'drum_pass/first_beat':       { messages: ['speaker'],       requests: 'audience', ids: inTurn(1, 'beat'), from: 'only the holder, at the key of the beat' },
  'drum_pass/passed':           { messages: ['speaker'],       requests: 'audience', ids: inTurn(2, 'beat'), from: 'only the holder, at the key of the beat' },
  'idiom_chain/gathering':      { messages: [],                requests: 'audience', ids: inTurn(1),       from: 'only the current speaker' },
  'idiom_chain/second_idiom':   { messages: ['speaker'],       requests: 'audience', ids: inTurn(2),       from: 'only the current speaker, at the key of its turn' },
  'poetry_duel/open':           { messages: ['audience but past_speaker'], requests: 'audience', ids: round(1), from: 'one submission per agent and round' },
  'poetry_duel/judging':        { messages: [],                requests: 'audience', ids: round(1),        from: 'submissions end at their deadline' },
  'unheard_of/any':             { messages: [],                requests: 'nobody',   ids: numbered,        from: 'unknown modes: no write credentials' },
};
