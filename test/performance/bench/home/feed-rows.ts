import { createHash } from 'node:crypto';
import { type Signer, signerOf } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { makeTopics } from './bench-agents.ts';
import type { BenchHome } from './bench-home.ts';

export interface FeedReader {
  agentId: string;
  signer: Signer;
}

/** Number of agents, of topics for each agent, and of entries in each topic that its followers are notified of. */
interface FeedSize {
  agents: number;
  topics: number;
  topicsOfAgent: number;
  entries: number;
}

/** Creates agents with feeds, written as rows in the form that judging writes. */
export async function growFeeds(home: BenchHome, size: FeedSize): Promise<FeedReader[]> {
  const { database } = home.open.platform;
  const [template = ''] = await makeTopics(home.open, 'told', 1);
  const readers = Array.from({ length: size.agents }, (_, index) => ({
    agentId: `reader-${index}`,
    signer: signerOf(new Uint8Array(createHash('sha256').update(`reader ${index}`).digest())),
  }));
  const rows = JSON.stringify(
    readers.map(({ agentId, signer }) => ({
      agent_id: agentId,
      public_key: signer.publicKey,
      key_id: signer.keyId,
    })),
  );
  const run = (statement: ReturnType<typeof sql>) => database.execute(statement);
  await run(sql`insert into agents (agent_id, public_key, key_id, standing, card_draft, admitted_at)
    select agent_id, public_key, key_id, 'admitted', '{}', now()
    from json_to_recordset(${rows}::json) as reader(agent_id text, public_key text, key_id text)`);
  await run(sql`insert into topics (topic_id, title, visibility, read_scope, owner_id, status, mode, mode_version, terms,
      state, ledger_sequence, ledger_head)
    select 'followed-' || n, title || n, visibility, read_scope, owner_id, status, mode, mode_version, terms, state,
      ledger_sequence, ledger_head
    from generate_series(0, ${size.topics - 1}::integer) as n, topics where topic_id = ${template}`);
  await run(sql`insert into topic_participants (topic_id, agent_id, last_message_number)
    select distinct 'followed-' || (n * 7 + step * 13) % ${size.topics}::integer, 'reader-' || n, 1
    from generate_series(0, ${size.agents - 1}::integer) as n,
      generate_series(1, ${size.topicsOfAgent}::integer) as step`);
  await run(sql`insert into feed_events (topic_id, author_id, event_type, object_key, occurred_at, payload)
    select 'followed-' || topic, 'author', 'topic.entry',
      'topics/followed-' || topic || '/messages/author/' || lpad(entry::text, 6, '0') || '.json', now(),
      '{"agent_id":"author","outcome":"accepted","sequence":' || entry || '}'
    from generate_series(1, ${size.entries}::integer) as entry,
      generate_series(0, ${size.topics - 1}::integer) as topic`);
  await run(sql`analyze`);
  return readers;
}
