import { type SQL, sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import { findQuery } from '../../publication/lines/words.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { commonOrRare } from './common-or-rare.ts';
import type { LinePlace } from './shown-lines.ts';

interface FoundLine extends LinePlace {
  accepted_at: string;
  title: string;
}

/** End of a page of messages: time of acceptance, topic and number of its last message. */
type Place = [string, string, number];

/** Finds lines with these words that a viewer may see, newest first. */
export async function findLines(
  database: Database,
  viewer: Viewer,
  asked: string,
  { limit, after }: { limit: number; after: Place | undefined },
): Promise<FoundLine[]> {
  const query = findQuery(asked);
  if (query === undefined) return [];
  const { spokenLines } = tables;
  const isBefore = (place: Place | undefined) =>
    place === undefined
      ? sql`true`
      : sql`(accepted_at, topic_id, sequence) < (${place[0]}::timestamptz, ${place[1]}, ${place[2]})`;
  const order = sql`accepted_at desc, topic_id desc, sequence desc`;
  const isIn = sql`words @@ ${query}::tsquery`;
  const among = (rows: number) =>
    sql`select topic_id, sequence, accepted_at from (
        select * from ${spokenLines} where ${isBefore(after)} order by ${order} limit ${rows}) as newest
      where ${isIn}`;
  // `offset 0` is needed because the planner does not know which words are common and would read all lines in order.
  const indexed = sql`select topic_id, sequence, accepted_at from ${spokenLines}
    where ${isIn} and ${isBefore(after)} offset 0`;
  return commonOrRare(
    limit,
    (rows) => visibleAmong(database, viewer, among(rows), limit),
    () => visibleAmong(database, viewer, indexed, limit),
  );
}

/** Checks once for each topic of these messages if the viewer may see it. */
async function visibleAmong(
  database: Database,
  viewer: Viewer,
  lines: SQL,
  limit: number,
): Promise<FoundLine[]> {
  const { topics } = tables;
  const rows = await database.execute<FoundLine & Record<string, unknown>>(
    sql`with found as materialized (${lines}),
          seen as materialized (
            select ${topics.topicId} as topic_id, ${topics.title} as title
            from (select distinct topic_id from found offset 0) as named
            join ${topics} on ${topics.topicId} = named.topic_id where ${visibleTopic(viewer)})
        select line.topic_id, line.sequence, seen.title,
          to_char(line.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as accepted_at
        from found as line join seen on seen.topic_id = line.topic_id
        order by line.accepted_at desc, line.topic_id desc, line.sequence desc limit ${limit}`,
  );
  return [...rows];
}
