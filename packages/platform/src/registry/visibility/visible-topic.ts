import { type SQL, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { isTopicReader, takesPartInTopic } from './topic-readers.ts';
import type { Viewer } from './viewer.ts';
import { type Container, visibleContainer } from './visible-container.ts';

/** The columns and conditions of topics, for a statement over `topics`. */
export const topicColumns = (): Container => ({
  manifestKey: sql`'topics/' || ${tables.topics.topicId} || '/manifest.json'`,
  visibility: sql`${tables.topics.visibility}`,
  ownerId: sql`${tables.topics.ownerId}`,
  formerAudiences: sql`${tables.topics.formerAudiences}`,
  isReader: isTopicReader,
  takesPart: takesPartInTopic,
});

/** Returns the condition that a viewer may see a topic at this moment, for a statement over `topics`. */
export const visibleTopic = (viewer: Viewer): SQL => visibleContainer(viewer, topicColumns());

/** Returns the condition that a viewer may see the topic with this id, for any statement. */
export function canSeeTopic(viewer: Viewer, topicId: string): SQL {
  const { topics } = tables;
  return sql`exists (select 1 from ${topics} where ${topics.topicId} = ${topicId} and ${visibleTopic(viewer)})`;
}
