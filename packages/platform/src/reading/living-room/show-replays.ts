import type { Replays } from '@agent-home/http-contract';
import { modeNames } from '@agent-home/modes';
import { sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';

/** Candidates per mode, of which the one with most entries is chosen. */
const lastOnes = 5;

/** Returns for each mode an ended topic that the viewer may see and replay. */
export async function showReplays(database: Database, viewer: Viewer): Promise<Replays> {
  const { topics } = tables;
  const ofMode = (mode: string) => sql`(
    select * from (
      select ${topics.mode} as mode, ${topics.topicId} as topic_id, ${topics.title} as title,
        ${topics.ledgerSequence} as entries
      from ${topics}
      where ${topics.mode} = ${sql.raw(`'${mode}'`)} and ${topics.status} = 'closed' and ${visibleTopic(viewer)}
      order by ${topics.updatedAt} desc, ${topics.topicId} desc limit ${lastOnes}) as last
    order by last.entries desc, last.topic_id limit 1)`;
  // Mode names are literals: for a mode as a parameter, the database assumes that many topics have it.
  const rows = await database.execute<{ mode: string; topic_id: string; title: string; entries: number }>(
    sql.join(modeNames.map(ofMode), sql` union all `),
  );
  return { replays: [...rows] };
}
