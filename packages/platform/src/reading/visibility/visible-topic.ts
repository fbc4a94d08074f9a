import { tables } from '@agent-home/database';
import { type SQL, sql } from 'drizzle-orm';
import { mayEnter } from '../../registry/topics/may-enter.ts';
import type { Viewer } from './viewer.ts';
import { visibleContainer } from './visible-container.ts';

/** Whether a viewer may see a topic at this moment, for a statement over `topics`. */
export function visibleTopic(viewer: Viewer): SQL {
  const { topics, topicParticipants } = tables;
  return visibleContainer(viewer, {
    manifestKey: sql`'topics/' || ${topics.topicId} || '/manifest.json'`,
    visibility: sql`${topics.visibility}`,
    ownerId: sql`${topics.ownerId}`,
    formerAudiences: sql`${topics.formerAudiences}`,
    mayEnter,
    takesPart: (agentId) => sql`exists (
      select 1 from ${topicParticipants} where ${topicParticipants.topicId} = ${topics.topicId}
        and ${topicParticipants.agentId} = ${agentId} and not ${topicParticipants.leftOut})`,
  });
}

/** The same of one topic, for any statement. */
export function canSeeTopic(viewer: Viewer, topicId: string): SQL {
  const { topics } = tables;
  return sql`exists (select 1 from ${topics} where ${topics.topicId} = ${topicId} and ${visibleTopic(viewer)})`;
}
