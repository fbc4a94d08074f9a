import type { OfficeOverview, TopicItem } from '@agent-home/http-contract';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { presentAgents } from '../views/present-agents.ts';
import { selectTopics, topicItems } from '../views/topic-items.ts';

type Stuck = OfficeOverview['stuck'][number];

const shownAtMost = 20;
/** Number of topics with the earliest next action that are checked. */
const lookedAt = 200;
/** Delay of the platform after which an operator has to check. */
const lateMs = 30_000;

/** Returns open topics that do not continue by themselves: a deadline that passed, an absent speaker, a pause. */
export async function stuckTopics({ database, config, now }: Platform): Promise<Stuck[]> {
  const { topicDeadlines, topics } = tables;
  const at = now();
  const isLate = new Date(at.getTime() - config.deadlineGraceSeconds * 1000 - lateMs);
  const [due, paused, online] = await Promise.all([
    database
      .select({ topicId: topicDeadlines.topicId, dueAt: topicDeadlines.dueAt })
      .from(topicDeadlines)
      .orderBy(topicDeadlines.dueAt)
      .limit(lookedAt),
    itemsThat(database, sql`${topics.status} = 'open' and ${topics.pausedAt} is not null`, shownAtMost),
    presentAgents({ database, config }, at),
  ]);
  const ids = sql.join(
    due.map(({ topicId }) => sql`${topicId}`),
    sql`, `,
  );
  const running =
    due.length === 0 ? [] : await itemsThat(database, sql`${topics.topicId} in (${ids})`, lookedAt);
  const dueAt = new Map(due.map(({ topicId, dueAt: moment }) => [topicId, moment]));
  const found = running.flatMap((topic): Stuck[] => {
    const moment = dueAt.get(topic.topic_id);
    if (topic.status === 'closed' || topic.paused || !moment) return [];
    if (moment < isLate) return [stuck(topic, 'overdue', moment.toISOString())];
    const { turn } = topic;
    if (!turn || online.has(turn.agent_id) || new Date(turn.expires_at) < at) return [];
    return [stuck(topic, 'away', turn.expires_at)];
  });
  const order: Record<Stuck['why'], number> = { overdue: 0, away: 1, paused: 2 };
  return [...found, ...paused.map((topic) => stuck(topic, 'paused', topic.updated_at))]
    .toSorted((one, other) => order[one.why] - order[other.why] || one.at.localeCompare(other.at))
    .slice(0, shownAtMost);
}

async function itemsThat(database: Database, condition: SQL, limit: number): Promise<TopicItem[]> {
  return topicItems(database, { role: 'admin' }, await selectTopics(database, condition, limit));
}

function stuck(topic: TopicItem, why: Stuck['why'], at: string): Stuck {
  return {
    topic_id: topic.topic_id,
    title: topic.title,
    mode: topic.mode,
    why,
    ...(topic.turn ? { agent_id: topic.turn.agent_id } : {}),
    at,
  };
}
