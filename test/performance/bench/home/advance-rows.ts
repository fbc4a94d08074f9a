import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/**
 * Writes the rows of one judged message by hand: one transaction of nine pipelined statements, on copies of the real tables with
 * their indexes.
 */
interface AdvanceRows {
  /** Commits one input of one topic. */
  commitAdvance(topic: number): Promise<void>;
  /** Commits one store event. */
  commitEvent(): Promise<void>;
  close(): Promise<void>;
}

const copied = [
  ...['topics', 'tickets', 'topic_participants', 'ledger_entries'],
  ...['published_objects', 'outbox', 'feed_events', 'store_events'],
];
const connections = 20;
// Lengths as in the rows of a short message.
const header = 'h'.repeat(700);
const body = 'b'.repeat(1_200);
const message = 'm'.repeat(450);
const state = 's'.repeat(120);
const hash = 'a'.repeat(64);

export async function openAdvanceRows(databaseUrl: string, topics: number): Promise<AdvanceRows> {
  const schema = `floor_${randomBytes(4).toString('hex')}`;
  const sql = postgres(databaseUrl, {
    max: connections,
    fetch_types: false,
    onnotice: () => {},
    connection: { search_path: schema },
  });
  await sql`create schema ${sql(schema)}`;
  for (const table of copied) {
    await sql`create table ${sql(schema)}.${sql(table)} (like public.${sql(table)} including all)`;
  }
  for (let topic = 0; topic < topics; topic++) {
    await sql`insert into topics
      (topic_id, title, visibility, read_scope, owner_id, status, mode, mode_version, terms, state, ledger_sequence, ledger_head)
      values (${`t${topic}`}, 'floor', 'public', 'all', 'bench', 'open', 'freeform', 1, ${body}, ${state}, 1, ${hash})`;
  }
  let number = 0;
  return {
    async commitAdvance(topic) {
      const topicId = `t${topic}`;
      const entry = ++number;
      const messageKey = `topics/${topicId}/messages/agent-1/${entry}.json`;
      const entryKey = `topics/${topicId}/ledger/${entry}.json`;
      const stateKey = `topics/${topicId}/state.json`;
      const version = {
        insert: sql`on conflict (object_key) do update set version = published_objects.version + 1`,
      };
      await sql.begin((transaction) => [
        transaction`select * from topics where topic_id = ${topicId} for update`,
        transaction`insert into tickets (object_key, agent_id, topic_id, purpose, not_after, sweep_at, closed_at, judged_fingerprint)
          values (${messageKey}, 'agent-1', ${topicId}, 'message', now(), now(), now(), ${hash})`,
        transaction`insert into topic_participants (topic_id, agent_id, last_message_number)
          values (${topicId}, 'agent-1', ${entry})
          on conflict (topic_id, agent_id) do update set last_message_number = excluded.last_message_number`,
        transaction`update topics set state = ${state}, ledger_sequence = ${entry}, ledger_head = ${hash}, updated_at = now()
          where topic_id = ${topicId}`,
        transaction`insert into ledger_entries (topic_id, sequence, hash, input_type, agent_id, object_key, outcome, header, body_text, judged_at)
          values (${topicId}, ${entry}, ${hash}, 'message', 'agent-1', ${messageKey}, 'accepted', ${header}, ${message}, now())`,
        transaction`insert into published_objects (object_key, stream, version) values (${entryKey}, ${topicId}, 1) ${version.insert}`,
        transaction`insert into published_objects (object_key, stream, version) values (${stateKey}, ${topicId}, 1) ${version.insert}`,
        transaction`insert into outbox (stream, object_key, version, body)
          values (${topicId}, ${entryKey}, ${entry}, ${body}), (${topicId}, ${stateKey}, ${entry}, ${body})`,
        transaction`insert into feed_events (agent_id, event_type, topic_id, object_key, occurred_at, payload)
          values ('agent-1', 'topic.input_judged', ${topicId}, ${messageKey}, now(), '{"outcome":"accepted"}')`,
      ]);
    },
    async commitEvent() {
      const id = randomBytes(16).toString('hex');
      await sql`insert into store_events (event_id, object_key, event_type, etag, occurred_at, outcome)
        values (${id}, ${`topics/t0/messages/agent-1/${id}.json`}, 'ObjectCreated:PutObject', ${hash}, now(), 'hint')`;
    },
    async close() {
      await sql`drop schema ${sql(schema)} cascade`;
      await sql.end({ timeout: 5 });
    },
  };
}
