import { type SQL, sql } from 'drizzle-orm';
import type { WakeUpJob } from './wake-ups.ts';

/** Channel of PostgreSQL notifications that name the topic or circle of a write. */
export const noticeChannel = 'agent_home_wake_ups';

/**
 * Returns a column of a statement that notifies the channel for each row with a topic or a circle. Does nothing
 * without a channel.
 */
export function noticeColumn(
  channel: string | undefined,
  { when, topicId, circleId }: { when: SQL; topicId: SQL; circleId: SQL },
): SQL {
  const name = sql`coalesce('topic/' || ${topicId}, 'circle/' || ${circleId})`;
  return sql`case when ${channel ?? null}::text is not null and ${when} and ${name} is not null
    then pg_notify(${channel ?? null}::text, ${name})::text end`;
}

/** Parses a notification; undefined for one that this version does not know. */
export function readNotice(payload: string): WakeUpJob | undefined {
  const [kind, id] = payload.split('/');
  if (!id) return undefined;
  if (kind === 'topic') return { type: 'topic', topicId: id };
  return kind === 'circle' ? { type: 'circle', circleId: id } : undefined;
}
