import {
  agentListQuerySchema,
  type Ending,
  type Line,
  type LivingRoom,
  type Room,
  type Stage,
} from '@agent-home/http-contract';
import type { JsonObject, TopicState } from '@agent-home/protocol';
import { and, type SQL, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { newestLines } from '../lines/shown-lines.ts';
import { presentAgents } from '../views/present-agents.ts';
import { type Projecting, showAgents } from '../views/show-agents.ts';
import { selectTopics, type TopicShown, topicItems } from '../views/topic-items.ts';
import { type Course, getCourse } from './course.ts';
import { activityMinutes, recentActivity, recentTalk } from './recent-talk.ts';
import { getStage } from './stage.ts';
import { collectPairs } from './talking-pairs.ts';

/** The number of characters that can be read at a glance. */
const quotable = 160;

/** Number of agents that are drawn. */
const faces = 8;

/** Limits of the overview. */
const shown = { rooms: 12, endings: 6, agents: 24, pairs: 40, linesOfEnding: 8, talkingTopics: 40 };
const countedAtMost = 100;
const day = 24 * 60 * 60_000;

/**
 * Returns the overview of the home. Everything in it is derived from topics that the viewer may see, selected before anything is
 * counted or cut off, so that invisible messages do not affect even a number.
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
      const quote = toQuote(lastWords.get(item.topic_id) ?? [], winners);
      return {
        ...item,
        participant_ids: heard.get(item.topic_id) ?? [],
        winner_ids: winners,
        ...(progress ? { progress } : {}),
        ...(score === undefined ? {} : { score }),
        ...(quote ? { quote } : {}),
      };
    }),
    talk: collectPairs(talk, shown.pairs),
  };
}

/** Counts open topics with activity in the last half hour, up to a limit. */
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

/** Returns the topics with the latest changes within a day. */
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

/** Returns the progress of a topic and the parts of it that can be drawn, by its state in the bucket. */
function courseOfRow(row: TopicShown | undefined): Course & { stage?: Stage } {
  if (!row || row.stateText === null) return {};
  const { state } = JSON.parse(row.stateText) as TopicState;
  const { rules = {} } = JSON.parse(row.terms) as { rules?: JsonObject };
  const stage = getStage(row.mode, state as JsonObject | undefined, rules);
  return { ...getCourse(row.mode, state as JsonObject | undefined, rules), ...(stage ? { stage } : {}) };
}

/** Returns by topic the participants with the most messages. */
async function mostHeard(executor: Executor, topicIds: readonly string[]): Promise<Map<string, string[]>> {
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

/** Picks a quote from the last messages of a topic, newest first: the winner's, otherwise the longest that is shown in full. */
function toQuote(lines: readonly Line[], winners: readonly string[]): Line | undefined {
  const won = lines.find(({ agent_id: id }) => winners.includes(id));
  if (won) return won;
  const whole = lines.filter(({ text }) => [...text].length <= quotable);
  return whole.toSorted((one, other) => [...other.text].length - [...one.text].length)[0] ?? lines[0];
}
