import { type SQL, sql } from 'drizzle-orm';
import type { History, HomeSize } from './home-size.ts';

/** Tables that history fills most. */
export const pastTables = [
  ...['agents', 'circle_members', 'topic_participants', 'certified_cards', 'card_history'],
  ...['published_objects', 'ledger_entries', 'spoken_lines', 'credential_audit', 'store_events', 'tickets'],
] as const;

/**
 * Number of closed, oldest topics that are not yet archived: enough for `npm run bench -- growth`, where each run archives a
 * hundred.
 */
const leftToArchive = 600;

/**
 * Creates the history of a grown home: ledgers, their messages with search words, cards, and rows with limited retention – audit,
 * events, tickets, nonces, feed – in proportion to the activity of the home.
 */
export async function growHistory(
  run: (statement: SQL) => Promise<unknown>,
  { agents, topics }: HomeSize,
  { entriesOfTopic, toldOfTopic }: History,
  template: string,
): Promise<void> {
  const entry = sql`generate_series(0, ${topics - 1}::integer) as n, generate_series(1, ${entriesOfTopic}::integer) as seq`;
  const topic = sql`'grown-' || n`;
  const author = sql`'grown-' || (n * 7 + seq) % ${agents}::integer`;
  const moment = sql`date_trunc('milliseconds', now() - interval '400 days' * (1 - (n + seq / ${entriesOfTopic + 1}::float8) / ${topics}::float8))`;
  const messageKey = sql`'topics/' || ${topic} || '/messages/' || ${author} || '/' || lpad(seq::text, 6, '0') || '.json'`;
  // One word is in every line, one in every two hundredth, one in those of a single topic.
  const said = sql`'Everyone heard the line ' || seq || case when (n * 31 + seq) % 200 = 0 then ' seldom' else '' end || ' of grove' || n`;
  const message = sql`'{"kind":"topic_message","agent_id":"' || ${author} || '","content":{"text":"' || ${said} || '"}}'`;
  await run(sql`update topics set ledger_sequence = ${entriesOfTopic}, updated_at = ${moment}
    from generate_series(0, ${topics - 1}::integer) as n, (values (${entriesOfTopic}::integer)) as last (seq)
    where topic_id = ${topic}`);
  // A large home has as many topics left to archive as a small one, as if both had no backlog.
  await run(sql`update topics set archived_sequence = ledger_sequence, is_archived = true
    from generate_series(${leftToArchive}::integer, ${topics - 1}::integer) as n
    where topic_id = ${topic} and status = 'closed'`);
  await run(sql`insert into ledger_entries
      (topic_id, sequence, hash, input_type, agent_id, object_key, outcome, header, body_text, judged_at)
    select ${topic}, seq, repeat('a', 64), 'message', ${author}, ${messageKey}, 'accepted', repeat('h', 160), ${message}, ${moment}
    from ${entry}`);
  await run(sql`insert into published_objects
      (object_key, stream, version, confirmed_version, confirmed_sha256, confirmed_etag, confirmed_text, confirmed_at)
    select 'topics/' || ${topic} || '/ledger/' || lpad(seq::text, 10, '0') || '.json', ${topic}, 1, 1, repeat('a', 64), 'etag',
      '{"topic_id":"' || ${topic} || '","sequence":' || seq || ',"header":{"context":{"now":"2026-01-01T00:00:00.000Z"}},"body":{"text":'
        || to_json(${message})::text || '}}', ${moment}
    from ${entry}`);
  await run(sql`update published_objects as shown set confirmed_text = replace(known.confirmed_text, ${`"${template}"`}, '"grown-' || n || '"')
    from generate_series(0, ${topics - 1}::integer) as n, (values ('/state.json'), ('/manifest.json')) as ends (name)
      join published_objects as known on known.object_key = 'topics/' || ${template} || ends.name
    where shown.object_key = 'topics/' || ${topic} || ends.name`);
  await run(sql`insert into spoken_lines (topic_id, sequence, agent_id, accepted_at, words)
    select ${topic}, seq, ${author}, ${moment}, ('''everyone'':2 ''heard'':4 ''the'':6 ''line'':8 ''' || seq || ''':10 '
      || case when (n * 31 + seq) % 200 = 0 then '''seldom'':12 ' else '' end || '''of'':14 ''grove' || n || ''':16')::tsvector
    from ${entry}`);
  const everyone = sql`generate_series(0, ${agents - 1}::integer) as n`;
  await run(sql`insert into certified_cards (agent_id, card_version, version, updated_at, tags)
    select 'grown-' || n, 1, 1, now() - n * interval '1 second', array['capability:common', 'capability:rare-' || n / 10]
    from ${everyone}`);
  await run(sql`insert into card_history (agent_id, card_version, version, name, text, published_at)
    select 'grown-' || n, 1, 1, 'Resident ' || n, '{}', now() from ${everyone}`);
  await run(sql`insert into credential_audit (agent_id, scopes, keys, policy_versions, requested_at, outcome)
    select 'grown-' || n, array['registry_read'], array['agents/'], '{}', now() - interval '20 days' * (1 - n / ${agents}::float8), 'issued'
    from ${everyone}`);
  await run(sql`insert into store_events (event_id, object_key, event_type, etag, occurred_at, received_at, outcome)
    select 'event ' || n, 'agents/all/grown-' || n || '.json', 'ObjectCreated:PutObject', 'etag', moment, moment, 'own_write'
    from ${everyone} cross join lateral (select now() - interval '1 day' * n / ${agents}::float8 as moment) as at`);
  // The number of inputs judged in the last days equals the number of agents; one agent in fifty is about to write.
  await run(sql`insert into tickets
      (object_key, agent_id, topic_id, purpose, not_after, issued_at, sweep_at, closed_at, judged_fingerprint)
    select 'topics/grown-' || n % ${topics}::integer || '/messages/grown-' || n || '/000101.json', 'grown-' || n,
      'grown-' || n % ${topics}::integer, 'message', moment, moment, moment, case when n % 50 > 0 then moment end, 'etag'
    from ${everyone} cross join lateral (select case when n % 50 > 0 then now() - interval '5 days' * n / ${agents}::float8
      else now() + interval '1 hour' end as moment) as at`);
  await run(sql`insert into request_nonces (key_id, nonce, expires_at)
    select 'id ' || n, md5(n::text), now() + interval '1 day' from ${everyone} where n % 5 = 0`);
  await run(sql`insert into idempotency_keys (principal, key, request_hash, status, response)
    select 'grown-' || n, 'key', repeat('a', 64), 200, '{}' from ${everyone} where n % 10 = 0`);
  await run(sql`insert into feed_positions (agent_id, transaction, event_id)
    select 'grown-' || n, '0', 0 from ${everyone}`);
  await run(sql`insert into feed_events (topic_id, author_id, event_type, object_key, occurred_at, payload)
    select ${topic}, 'author', 'topic.entry', 'topics/' || ${topic} || '/ledger/' || lpad(seq::text, 10, '0') || '.json',
      now() - interval '1 day', '{"agent_id":"author","outcome":"accepted","sequence":' || seq || '}'
    from generate_series(1, ${toldOfTopic}::integer) as seq, generate_series(0, ${topics - 1}::integer) as n`);
  // One owner of three agents, because its view depends on theirs.
  await run(sql`insert into owners (owner_id, name) values ('keeper', 'Keeper')`);
  await run(
    sql`update agents set owner_id = 'keeper' where agent_id in ('grown-300', 'grown-301', 'grown-302')`,
  );
  const task = sql`generate_series(0, ${topics - 1}::integer, 10) as n`;
  await run(sql`insert into tasks (task_id, title, visibility, owner_id, manifest, created_at)
    select 'grown-' || n, 'Task ' || n, 'public', 'platform', '{}', ${moment} from ${task}, (values (1)) as one (seq)`);
  await run(sql`insert into published_objects (object_key, stream, version, confirmed_version, confirmed_text)
    select 'tasks/grown-' || n || '/manifest.json', 'grown-' || n, 1, 1, '{}' from ${task}`);
}
