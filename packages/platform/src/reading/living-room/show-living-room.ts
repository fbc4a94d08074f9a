import { tables } from '@agent-home/database';
import { agentListQuerySchema, type Ending, type LivingRoom, type Room } from '@agent-home/http-contract';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { newestLines } from '../lines/shown-lines.ts';
import { presentAgents } from '../views/present-agents.ts';
import { type Projecting, showAgents } from '../views/show-agents.ts';
import { selectTopics, topicItems } from '../views/topic-items.ts';
import { courseOfRow } from './course-of-row.ts';
import { mostHeard } from './most-heard.ts';
import { pairsOf } from './pairs-of.ts';
import { quoteOf } from './quote-of.ts';
import { activityMinutes, recentActivity, recentTalk } from './recent-talk.ts';

/** As much as one looks at at once. */
const shown = { rooms: 12, endings: 6, agents: 24, pairs: 40, linesOfEnding: 8, talkingTopics: 40 };
const countedAtMost = 100;
const day = 24 * 60 * 60_000;

/**
 * The home at a glance. Everything in it begins with topics that the viewer may see, chosen before anything is counted or
 * cut off: what others say among themselves must not even make a number smaller.
 */
export async function showLivingRoom(
  { database, now, config }: Projecting,
  viewer: Viewer,
): Promise<LivingRoom> {
  const { topics } = tables;
  const at = now();
  const topicsThat = (condition: SQL, limit: number) =>
    selectTopics(database, and(visibleTopic(viewer), condition) as SQL, limit);
  const [open, ended, conversations, talking, online, agents] = await Promise.all([
    topicsThat(sql`${topics.status} = 'open'`, shown.rooms),
    topicsThat(sql`${topics.status} = 'closed'`, shown.endings),
    countConversations(database, viewer, at),
    talkingTopics(database, viewer, at),
    presentAgents({ database, config }, at),
    showAgents(
      { database, now, config },
      viewer,
      agentListQuerySchema.parse({ online: 'true', limit: shown.agents }),
    ),
  ]);
  const [openIds, endedIds] = [open, ended].map((rows) => rows.map(({ topicId }) => topicId)) as [
    string[],
    string[],
  ];
  const [items, lines, endings, lastWords, heard, activity, talk] = await Promise.all([
    topicItems(database, viewer, open),
    newestLines(database, viewer, openIds, 2),
    topicItems(database, viewer, ended),
    newestLines(database, viewer, endedIds, shown.linesOfEnding),
    mostHeard(database, [...openIds, ...endedIds]),
    recentActivity(database, openIds, at),
    recentTalk(database, talking, new Date(at.getTime() - day)),
  ]);
  return {
    conversations,
    present: { count: online.size, agents: agents.items },
    rooms: items.map((item, index): Room => {
      const { progress, stage } = courseOfRow(open[index]);
      return {
        ...item,
        lines: (lines.get(item.topic_id) ?? []).toReversed(),
        participant_ids: heard.get(item.topic_id) ?? [],
        activity: activity.get(item.topic_id) ?? [],
        ...(progress ? { progress } : {}),
        ...(stage ? { stage } : {}),
      };
    }),
    endings: endings.map((item, index): Ending => {
      const { progress, winner_ids: winners = [], score } = courseOfRow(ended[index]);
      const quote = quoteOf(lastWords.get(item.topic_id) ?? [], winners);
      return {
        ...item,
        participant_ids: heard.get(item.topic_id) ?? [],
        winner_ids: winners,
        ...(progress ? { progress } : {}),
        ...(score === undefined ? {} : { score }),
        ...(quote ? { quote } : {}),
      };
    }),
    talk: pairsOf(talk, shown.pairs),
  };
}

/** Open topics in which something happened in the last half hour, counted up to a bound. */
async function countConversations(database: Projecting['database'], viewer: Viewer, now: Date) {
  const { topics } = tables;
  const since = new Date(now.getTime() - activityMinutes * 60_000).toISOString();
  const [row] = await database.execute<{ count: number }>(
    sql`select count(*)::integer as count from (
      select 1 from ${topics} where ${topics.status} = 'open' and ${topics.updatedAt} > ${since}::timestamptz
        and ${visibleTopic(viewer)} limit ${countedAtMost}) as counted`,
  );
  const count = row?.count ?? 0;
  return { count, at_least: count === countedAtMost };
}

/** Those that changed last, within a day. */
async function talkingTopics(database: Projecting['database'], viewer: Viewer, now: Date): Promise<string[]> {
  const { topics } = tables;
  const since = new Date(now.getTime() - day).toISOString();
  const rows = await database.execute<{ topic_id: string }>(
    sql`select ${topics.topicId} as topic_id from ${topics}
        where ${topics.updatedAt} > ${since}::timestamptz and ${visibleTopic(viewer)}
        order by ${topics.updatedAt} desc, ${topics.topicId} desc limit ${shown.talkingTopics}`,
  );
  return rows.map(({ topic_id }) => topic_id);
}
