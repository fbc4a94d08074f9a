import { readReferences } from '@agent-home/modes';
import { topicMessageSchema } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { Said } from './talking-pairs.ts';

/** Messages read per topic, so that the cost is proportional to the displayed amount. */
const linesOfTopic = { talk: 100, activity: 600 };

/** Number of minutes of reported activity. */
export const activityMinutes = 30;

/** Returns the newest messages of these topics since a moment. The caller must be allowed to see the topics. */
export async function recentTalk(
  executor: Executor,
  topicIds: readonly string[],
  since: Date,
): Promise<(Said & { accepted_at: string })[]> {
  const { ledgerEntries, spokenLines, topics } = tables;
  const rows = await executor.execute<{
    topic_id: string;
    sequence: number;
    agent_id: string;
    accepted_at: string;
    body: string | null;
  }>(
    sql`select asked.topic_id, line.sequence, line.agent_id, entry.body_text as body,
          to_char(line.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as accepted_at
        from json_array_elements_text(${jsonParameter(topicIds)}::json) as asked(topic_id)
        join ${topics} as topic on topic.topic_id = asked.topic_id
        cross join lateral (
          select said.sequence, said.agent_id, said.accepted_at from ${spokenLines} as said
          where said.topic_id = asked.topic_id order by said.sequence desc limit ${linesOfTopic.talk}) as line
        left join ${ledgerEntries} as entry
          on topic.mode = 'threaded' and entry.topic_id = asked.topic_id and entry.sequence = line.sequence
        where line.accepted_at > ${since.toISOString()}::timestamptz`,
  );
  return rows.map(({ body, ...line }) => ({
    ...line,
    replies_to: body === null ? undefined : repliesTo(body),
  }));
}

/** Returns the agent that a message replies to, which only threads have. Undefined for an invalid body. */
function repliesTo(body: string): string | undefined {
  const message = topicMessageSchema.safeParse(JSON.parse(body));
  if (!message.success) return undefined;
  const references = readReferences(message.data);
  return 'parent' in references ? references.parent?.agent_id : undefined;
}

/** Returns the messages per minute of each of these topics, current minute last. */
export async function recentActivity(
  executor: Executor,
  topicIds: readonly string[],
  now: Date,
): Promise<Map<string, number[]>> {
  const { spokenLines } = tables;
  const since = new Date(now.getTime() - activityMinutes * 60_000).toISOString();
  const rows = await executor.execute<{ topic_id: string; minute: number; lines: number }>(
    sql`select asked.topic_id, line.minute, count(*)::integer as lines
        from json_array_elements_text(${jsonParameter(topicIds)}::json) as asked(topic_id)
        cross join lateral (
          select floor(extract(epoch from said.accepted_at - ${since}::timestamptz) / 60)::integer as minute
          from ${spokenLines} as said where said.topic_id = asked.topic_id
          order by said.sequence desc limit ${linesOfTopic.activity}) as line
        where line.minute >= 0 group by asked.topic_id, line.minute`,
  );
  const activity = new Map(
    topicIds.map((id) => [id, Array.from({ length: activityMinutes }, () => 0)] as const),
  );
  for (const { topic_id, minute, lines } of rows) {
    const minutes = activity.get(topic_id);
    const at = Math.min(minute, activityMinutes - 1);
    if (minutes) minutes[at] = (minutes[at] ?? 0) + lines;
  }
  return activity;
}
