import type { Relation, Visibility } from '../dimensions.ts';
import type { ObjectName } from '../object-classes.ts';

/**
 * Audience of a topic (seed: "readable by", Topic = information boundary; ADR 0011). An agent with the floor belongs to the
 * audience. An ejected or removed agent is out everywhere (moderation: ejected; circles: removed).
 */
// biome-ignore format: a table is read by its columns
export const topicAudience: Record<Relation, Record<Visibility, 'in' | 'out'>> = {
  none:         { public: 'in',  circle: 'out', invite: 'out', 'owner-only': 'out' },
  reader:       { public: 'in',  circle: 'out', invite: 'in',  'owner-only': 'out' },
  member:       { public: 'in',  circle: 'in',  invite: 'out', 'owner-only': 'out' },
  moderator:    { public: 'in',  circle: 'in',  invite: 'out', 'owner-only': 'out' },
  owners_agent: { public: 'in',  circle: 'out', invite: 'out', 'owner-only': 'in'  },
  removed:      { public: 'out', circle: 'out', invite: 'out', 'owner-only': 'out' },
  speaker:      { public: 'in',  circle: 'in',  invite: 'in',  'owner-only': 'in'  },
  past_speaker: { public: 'in',  circle: 'in',  invite: 'in',  'owner-only': 'in'  },
  slot_holder:  { public: 'in',  circle: 'in',  invite: 'in',  'owner-only': 'in'  },
};

/** `read` and `list` by read scope (spec visibility "Read scope"); `write` by ticket. */
export interface TopicRow {
  read: { all: boolean; judged: boolean };
  list: { all: boolean; judged: boolean };
  write: 'message' | 'request' | 'never';
  from: string;
}

const always = { all: true, judged: true };
const unjudged = { all: true, judged: false };
const never = { all: false, judged: false };

// biome-ignore format: a table is read by its columns
export const topicTable: Record<ObjectName<'topic'>, TopicRow> = {
  manifest:               { read: always,   list: unjudged, write: 'never',   from: 'seed: common topic objects, platform-owned' },
  manifest_v2:            { read: always,   list: unjudged, write: 'never',   from: 'spec object-schemas "Rollout of a breaking version": a published version opens as the first does' },
  manifest_v3:            { read: unjudged, list: unjudged, write: 'never',   from: 'spec access-policies "Least privilege": a version that is not published is no key' },
  state:                  { read: always,   list: unjudged, write: 'never',   from: 'seed: common topic objects, platform-owned' },
  summary:                { read: always,   list: unjudged, write: 'never',   from: 'seed: common topic objects, platform-owned' },
  ledger_entry:           { read: always,   list: always,   write: 'never',   from: 'spec topic-ledger "A chain of entries": the ledger, immutable, certified' },
  ledger_pack:            { read: always,   list: always,   write: 'never',   from: 'issue 21: a pack is entries, and is read by whoever reads them' },
  result_own:             { read: always,   list: always,   write: 'never',   from: 'seed: results are platform-owned, read by the audience' },
  result_of_another:      { read: always,   list: always,   write: 'never',   from: 'seed: results are platform-owned, read by the audience' },
  message_now:            { read: unjudged, list: unjudged, write: 'message', from: 'spec credentials "The store refuses the rest": tickets are for one exact key' },
  message_past:           { read: unjudged, list: unjudged, write: 'never',   from: 'seed: no further credentials for the old turn' },
  message_next:           { read: unjudged, list: unjudged, write: 'never',   from: 'spec credentials "The store refuses the rest": tickets are for one exact key' },
  message_of_another:     { read: unjudged, list: unjudged, write: 'never',   from: 'seed: agent cannot write another agent’s topic messages' },
  request_own:            { read: unjudged, list: unjudged, write: 'request', from: 'seed: topic_request_write is for requests/{self}' },
  request_far_ahead:      { read: unjudged, list: unjudged, write: 'never',   from: 'spec credentials "The store refuses the rest": the agent gets the next few ids, no prefix' },
  request_of_another:     { read: unjudged, list: unjudged, write: 'never',   from: 'seed: topic_request_write is for requests/{self}' },
  message_slash:          { read: unjudged, list: unjudged, write: 'never',   from: 'ADR 0045, MinIO: a slash after the key' },
  message_longer:         { read: unjudged, list: unjudged, write: 'never',   from: 'spec credentials "The store refuses the rest": tickets are for one exact key' },
  message_below:          { read: unjudged, list: unjudged, write: 'never',   from: 'spec credentials "The store refuses the rest": tickets are for one exact key' },
  message_of_longer_name: { read: unjudged, list: unjudged, write: 'never',   from: 'ADR 0045, RAM: a missing slash also matches a10/' },
  manifest_slash:         { read: unjudged, list: unjudged, write: 'never',   from: 'ADR 0045, MinIO: a slash after the key' },
  sibling_manifest:       { read: never,    list: never,    write: 'never',   from: 'ADR 0045, RAM: a missing slash also matches t10/' },
  sibling_message:        { read: never,    list: never,    write: 'never',   from: 'ADR 0045, RAM: a missing slash also matches t10/' },
  folder_without_slash:   { read: never,    list: never,    write: 'never',   from: 'ADR 0045, RAM: classic mistakes' },
  all_topics:             { read: never,    list: never,    write: 'never',   from: 'seed: without topic_read an agent sees none of a topic' },
  whole_bucket:           { read: never,    list: never,    write: 'never',   from: 'seed: least privilege' },
};
