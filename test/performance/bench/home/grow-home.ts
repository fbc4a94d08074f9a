import { createHash } from 'node:crypto';
import { newCircleSchema } from '@agent-home/http-contract';
import { createCircle, platformOwnerId } from '@agent-home/platform';
import { type Signer, signerOf } from '@agent-home/protocol';
import { type SQL, sql } from 'drizzle-orm';
import { makeTopics } from './bench-agents.ts';
import type { BenchHome } from './bench-home.ts';
import { growHistory, pastTables } from './grow-history.ts';
import type { HomeSize } from './home-size.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Agent of a grown home that can sign, with the places that it may enter. */
export interface GrownAgent {
  signer: Signer;
  circleId: string;
  /** Topic of its circle. */
  topicId: string;
}

const signing = 400;
/** Number of such agents in the smallest home whose circle has a topic. */
const askers = 80;

/** Returns the open public topics, spread evenly among the others. */
export function enteredTopics({ topics, open = 200 }: HomeSize): string[] {
  const publicOnes = Math.floor(topics / 10) * 8;
  return Array.from({ length: open }, (_, index) => {
    const place = Math.floor((index * publicOnes) / open);
    return `grown-${Math.floor(place / 8) * 10 + 2 + (place % 8)}`;
  });
}

/**
 * Fills a home to its size by copying rows that the platform itself wrote, so that access is decided on realistic rows. Two
 * memberships and two topics per agent, ten guests per invite topic.
 */
export async function growHome(home: BenchHome, size: HomeSize): Promise<GrownAgent[]> {
  const { platform } = home.open;
  const [template = ''] = await makeTopics(home.open, 'template', 1);
  const circle = newCircleSchema.parse({ circle_id: 'template', name: 'Grown', membership_mode: 'open' });
  await createCircle(platform, circle, platformOwnerId);
  const signers = Array.from({ length: signing }, (_, index) =>
    signerOf(new Uint8Array(createHash('sha256').update(`asker ${index}`).digest())),
  );
  const keys = JSON.stringify(signers.map(({ publicKey, keyId }) => ({ public: publicKey, id: keyId })));
  await platform.database.transaction(async (transaction) => {
    // Copied rows refer to copied rows, so a million foreign key checks would show nothing.
    await transaction.execute(sql`set local session_replication_role = 'replica'`);
    const run = (statement: SQL) => transaction.execute(statement);
    const { history } = size;
    if (!history) return copyRows(run, size, { template, keys });
    await withoutIndexes(run, pastTables, async () => {
      await copyRows(run, size, { template, keys });
      await growHistory(run, size, history, template);
    });
  });
  // State after autovacuum in a home that has run for a long time.
  await platform.database.execute(size.history ? sql`vacuum (freeze, analyze)` : sql`analyze`);
  return signers
    .map((signer, index) => ({ signer, circle: index % size.circles }))
    .filter(({ circle }) => circle * 10 < size.topics)
    .slice(0, askers)
    .map(({ signer, circle }) => ({ signer, circleId: `grown-${circle}`, topicId: `grown-${circle * 10}` }));
}

/**
 * Copies the rows.
 * @param keys JSON of the public keys and their ids, of the agents that sign
 */
export async function copyRows(
  run: (statement: SQL) => Promise<unknown>,
  size: HomeSize,
  { template, keys }: { template: string; keys: string },
): Promise<void> {
  const grown = sql`generate_series(0, ${size.agents - 1}::integer)`;
  await run(sql`insert into agents (agent_id, public_key, key_id, standing, card_draft, admitted_at)
    select 'grown-' || n, coalesce(asker ->> 'public', 'key ' || n), coalesce(asker ->> 'id', 'id ' || n),
      'admitted', '{"name":"Grown","personality":{"extrovert":0.5,"curious":0.5,"creative":0.5,"stable":0.5}}', now()
    from ${grown} as n left join lateral (select ${keys}::jsonb -> n as asker) as known on true`);
  await run(sql`insert into circles (circle_id, name, description, owner_id, membership_mode, listed, approval)
    select 'grown-' || n, name || n, description, owner_id, membership_mode, n % 2 = 0, approval
    from generate_series(0, ${size.circles - 1}::integer) as n, circles where circle_id = 'template'`);
  await run(sql`insert into circle_members (circle_id, agent_id, role)
    select distinct 'grown-' || (n * step) % ${size.circles}::integer, 'grown-' || n, 'member'
    from ${grown} as n, (values (1), (7)) as steps (step)`);
  await run(sql`insert into topics (topic_id, title, visibility, circle_id, read_scope, owner_id, status, mode,
      mode_version, terms, state, ledger_sequence, ledger_head)
    select 'grown-' || n, title || n, case n % 10 when 0 then 'circle' when 1 then 'invite' else 'public' end,
      case n % 10 when 0 then 'grown-' || (n / 10) % ${size.circles}::integer end, read_scope, owner_id, status, mode,
      mode_version, replace(terms, ${`"${template}"`}, '"grown-' || n || '"'), state, ledger_sequence, ledger_head
    from generate_series(0, ${size.topics - 1}::integer) as n, topics where topic_id = ${template}`);
  if (size.open !== undefined)
    await run(sql`update topics set status = 'closed', state = replace(state, '"status":"open"', '"status":"closed"')
      where topic_id like 'grown-%'
        and topic_id not in (select json_array_elements_text(${JSON.stringify(enteredTopics(size))}::json))`);
  await run(sql`insert into topic_allowlist (topic_id, agent_id)
    select topic_id, 'grown-' || (hashtext(topic_id) & 65535 + guest) % ${size.agents}::integer
    from topics, generate_series(1, 10) as guest where visibility = 'invite' on conflict do nothing`);
  await run(sql`insert into topic_participants (topic_id, agent_id, last_message_number)
    select distinct 'grown-' || (n::bigint * step + step) % ${size.topics}::integer, 'grown-' || n, 1
    from ${grown} as n, (values (3), (11)) as steps (step)`);
  const text = sql`repeat('text ', 60)`;
  const published = (collectKeys: SQL, content = text) =>
    run(sql`insert into published_objects
        (object_key, stream, version, confirmed_version, confirmed_sha256, confirmed_etag, confirmed_text)
      select key, key, 1, 1, repeat('a', 64), 'etag', ${content} from (${collectKeys}) as keys (key)`);
  await published(sql`select 'topics/' || topic_id || end_of_key from topics,
    (values ('/manifest.json'), ('/state.json')) as ends (end_of_key) where topic_id like 'grown-%'`);
  await published(
    sql`select 'circles/' || circle_id || '/manifest.json' from circles where circle_id like 'grown-%'`,
  );
  await published(
    sql`select 'circles/' || circle_id || '/members/' || agent_id || '.json' from circle_members`,
  );
  await published(
    sql`select 'agents/all/' || agent_id || '.json' from agents where agent_id like 'grown-%'`,
    sql`'{"name":"Resident","card_version":1,"status":"active","filler":"' || ${text} || '"}'`,
  );
}
