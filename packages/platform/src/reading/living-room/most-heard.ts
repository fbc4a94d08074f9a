import { type Executor, jsonParameter, tables } from '@agent-home/database';
import { sql } from 'drizzle-orm';

/** As many faces as are drawn. */
const faces = 8;

/** Of those who take part in these topics, by topic, who has said most. */
export async function mostHeard(
  executor: Executor,
  topicIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { topicParticipants } = tables;
  const rows = await executor.execute<{ topic_id: string; agent_id: string }>(
    sql`select asked.topic_id, heard.agent_id
        from json_array_elements_text(${jsonParameter(topicIds)}::json) as asked(topic_id)
        cross join lateral (
          select taking.agent_id, taking.last_message_number from ${topicParticipants} as taking
          where taking.topic_id = asked.topic_id and not taking.left_out
          order by taking.last_message_number desc, taking.agent_id limit ${faces}) as heard
        order by asked.topic_id, heard.last_message_number desc, heard.agent_id`,
  );
  const heard = new Map<string, string[]>();
  for (const { topic_id, agent_id } of rows) heard.set(topic_id, [...(heard.get(topic_id) ?? []), agent_id]);
  return heard;
}
