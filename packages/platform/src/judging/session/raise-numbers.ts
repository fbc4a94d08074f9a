import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { hearingFromNow } from '../../publication/feed/hearing-from-now.ts';

/**
 * Stores the highest numbers that agents have used, so that the next ids are fresh. This also records the agents as participants. A
 * participant may enter an invited topic, so an agent that was removed from the list while it was writing is recorded as left out.
 */
export async function raiseNumbers(
  executor: Executor,
  topicId: string,
  numbers: Map<string, { message: number; request: number }>,
): Promise<void> {
  if (numbers.size === 0) return;
  const { topicAllowlist, topicParticipants, topics } = tables;
  const asked = jsonParameter(
    [...numbers].map(([agentId, { message, request }]) => ({ agent_id: agentId, message, request })),
  );
  await executor.execute(
    sql`insert into ${topicParticipants} as known
          (topic_id, agent_id, last_message_number, last_request_number, since_transaction, since_event, left_out)
        select ${topicId}, agent_id, message, request, ${hearingFromNow.transaction},
          coalesce((select min(id) - 1 from feed_events as written where written.agent_id is null
            and written.topic_id = ${topicId} and written.transaction = pg_current_xact_id()), ${hearingFromNow.event}),
          exists (select 1 from ${topics} where topic_id = ${topicId} and visibility = 'invite')
          and not exists (select 1 from ${topicAllowlist} as invited
            where invited.topic_id = ${topicId} and invited.agent_id = asked.agent_id)
        from json_to_recordset(${asked}::json) as asked(agent_id text, message integer, request integer)
        on conflict (topic_id, agent_id) do update
        set last_message_number = greatest(known.last_message_number, excluded.last_message_number),
          last_request_number = greatest(known.last_request_number, excluded.last_request_number)`,
  );
}
