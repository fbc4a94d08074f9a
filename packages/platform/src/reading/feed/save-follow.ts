import type { Database } from '@agent-home/database';
import { sql } from 'drizzle-orm';
import { hearingFromNow } from '../../publication/feed/hearing-from-now.ts';

interface Follow {
  kind: 'topic' | 'task';
  id: string;
  agentId: string;
  following: boolean;
}

/**
 * Stores what an agent says of following. It begins to hear now; one that follows already keeps where it began, also
 * where it follows because it takes part. The lock has what is judged in a topic at this moment committed before, and
 * not heard of, or judged after, and heard of. A task is told of without a lock: there what is under way is heard of.
 */
export async function saveFollow(
  database: Database,
  { kind, id, agentId, following }: Follow,
): Promise<void> {
  const [containers, participants, follows, column] = [
    `${kind}s`,
    `${kind}_participants`,
    `${kind}_follows`,
    `${kind}_id`,
  ].map((name) => sql.identifier(name));
  const { transaction: oldest } = hearingFromNow;
  const newest = kind === 'topic' ? hearingFromNow.event : sql`0`;
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`select 1 from ${containers} where ${column} = ${id} for share`);
    await transaction.execute(
      sql`insert into ${follows} as known (${column}, agent_id, following, since_transaction, since_event)
          select ${id}, ${agentId}, ${following}, coalesce(part.since_transaction, ${oldest}),
            coalesce(part.since_event, ${newest})
          from (values (1)) as one left join ${participants} as part
            on part.${column} = ${id} and part.agent_id = ${agentId}
          on conflict (agent_id, ${column}) do update set following = excluded.following,
            since_transaction = case when known.following then known.since_transaction else ${oldest} end,
            since_event = case when known.following then known.since_event else ${newest} end`,
    );
  });
}
