import { sql } from 'drizzle-orm';
import type { GrownHome } from '../home/two-homes.ts';

/** Rows of each table for housekeeping to delete, the same number for every size of home. */
const left = 200;

/** Adds expired rows. Rows numbered by age are older than all existing ones. */
export async function leaveWork({ home }: GrownHome, number: number): Promise<void> {
  const { database } = home.open.platform;
  const some = sql`generate_series(1, ${left}::integer) as n`;
  const past = sql`now() - interval '500 days'`;
  const round = `round ${number}`;
  const id = sql`-(${number * left}::bigint + n)`;
  for (const statement of [
    sql`insert into request_nonces (key_id, nonce, expires_at) select ${round}, n, ${past} from ${some}`,
    sql`insert into idempotency_keys (principal, key, request_hash, created_at) select ${round}, n, '', ${past} from ${some}`,
    sql`insert into credential_audit (id, agent_id, scopes, keys, policy_versions, requested_at, outcome)
      select ${id}, ${round}, '{}', '{}', '{}', ${past}, 'issued' from ${some}`,
    sql`insert into store_events (event_id, object_key, event_type, occurred_at, received_at, outcome)
      select ${round} || n, '', '', ${past}, ${past}, 'hint' from ${some}`,
    sql`insert into feed_events (id, topic_id, event_type, occurred_at, payload)
      select ${id}, ${round}, 'topic.entry', ${past}, '{}' from ${some}`,
    sql`insert into verification_failures (id, agent_id, object_key, code, last_seen_at)
      select ${round} || n, '', '', '', ${past} from ${some}`,
    sql`insert into allowances (subject, minute, taken) select ${round} || n, ${past}, 1 from ${some}`,
    sql`insert into agents (agent_id, public_key, key_id, standing, card_draft, registered_at)
      select 'stray-' || ${number}::integer || '-' || n, ${round} || n, ${round} || n, 'registered', '{}', ${past} from ${some}`,
  ])
    await database.execute(statement);
}
