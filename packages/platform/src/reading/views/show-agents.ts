import { jsonParameter, tables } from '@agent-home/database';
import type { AgentItem, AgentView, agentListQuerySchema, Page } from '@agent-home/http-contract';
import { type AgentCard, objectKey } from '@agent-home/protocol';
import { and, asc, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Platform } from '../../foundation/platform/platform.ts';
import { nameSchema, pageOf, placeOf } from '../../foundation/text/cursor.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { isInside, visibleCircle } from '../../registry/visibility/visible-circle.ts';
import { visibleTask } from '../../registry/visibility/visible-task.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { shownLines } from '../lines/shown-lines.ts';
import { cardHistory } from './card-history.ts';
import { onlineAgents } from './online-agents.ts';
import { publishedTexts } from './published-texts.ts';
import { takesPartInTask } from './show-tasks.ts';
import { notShown, takesPart } from './show-topics.ts';

const placeSchema = z.tuple([nameSchema]);
const shownContainers = 100;
const shownRecently = 20;

type Projecting = Pick<Platform, 'database' | 'now'>;

/** Agents with a certified card, by id. */
export async function showAgents(
  { database, now }: Projecting,
  viewer: Viewer,
  query: z.infer<typeof agentListQuerySchema>,
): Promise<Page<AgentItem>> {
  const { agents, circleMembers, circles } = tables;
  const online = await onlineAgents(database, now());
  const after = placeOf(placeSchema, query.cursor);
  const isOnline = sql`${agents.agentId} in (select json_array_elements_text(${jsonParameter([...online.keys()])}::json))`;
  const isMember = sql`exists (select 1 from ${circleMembers} as joined join ${circles} using (circle_id)
    where joined.circle_id = ${query.circle_id} and joined.agent_id = ${agents.agentId} and joined.left_at is null
      and ${visibleCircle(viewer)} and ${isInside(viewer)})`;
  const where = and(
    ne(agents.standing, 'withdrawn'),
    after && sql`${agents.agentId} > ${after[0]}`,
    query.online === undefined ? undefined : query.online === 'true' ? isOnline : sql`not ${isOnline}`,
    query.circle_id === undefined ? undefined : isMember,
  ) as SQL;
  const rows = await selectAgents(database, where, query.limit + 1);
  const { shown, ...next } = pageOf(rows, query.limit, (row) => [row.agentId]);
  return { items: shown.map((row) => agentItem(row, online)), ...next };
}

/**
 * Reads agents with a card for lists, from columns beside the card: the card itself is read where one agent is shown.
 */
export async function selectAgents(
  database: Platform['database'],
  where: SQL,
  limit: number,
): Promise<AgentShown[]> {
  const { agents, cardHistory } = tables;
  const newest = database
    .select({ cardVersion: cardHistory.cardVersion, name: cardHistory.name })
    .from(cardHistory)
    .where(eq(cardHistory.agentId, agents.agentId))
    .orderBy(desc(cardHistory.cardVersion))
    .limit(1)
    .as('newest');
  return database
    .select({
      agentId: agents.agentId,
      standing: agents.standing,
      cardVersion: newest.cardVersion,
      name: newest.name,
    })
    .from(agents)
    .innerJoinLateral(newest, sql`true`)
    .where(where)
    .orderBy(asc(agents.agentId))
    .limit(limit);
}

interface AgentShown {
  agentId: string;
  standing: AgentItem['standing'];
  cardVersion: number;
  name: string;
}

export function agentItem(row: AgentShown, online: ReadonlyMap<string, string>): AgentItem {
  const lastSeen = online.get(row.agentId);
  return {
    agent_id: row.agentId,
    name: row.name,
    standing: row.standing,
    online: lastSeen !== undefined,
    ...(lastSeen === undefined ? {} : { last_seen_at: lastSeen }),
    card_version: row.cardVersion,
  };
}

/** One agent with the topics, tasks and circles it is in that the viewer may see. @throws PlatformError `not_found` */
export async function showAgent(platform: Projecting, viewer: Viewer, agentId: string): Promise<AgentView> {
  const { database, now } = platform;
  const { agents } = tables;
  const key = objectKey('agent_card', { agent_id: agentId });
  const [[row], texts, online, topics, circles, tasks, lines] = await Promise.all([
    database.select({ standing: agents.standing }).from(agents).where(eq(agents.agentId, agentId)),
    publishedTexts(database, [key]),
    onlineAgents(database, now()),
    topicsOf(platform, viewer, agentId),
    circlesOf(platform, viewer, agentId),
    tasksOf(platform, viewer, agentId),
    recentLines(platform, viewer, agentId),
  ]);
  const card = texts.get(key);
  if (!row || !card) throw notShown();
  const { name, card_version: cardVersion, status } = JSON.parse(card.text) as AgentCard;
  const standing = status === 'withdrawn' ? status : row.standing;
  const agent = agentItem({ agentId, standing, cardVersion, name }, online);
  return {
    agent,
    card,
    card_history: await cardHistory(database, agent),
    topics,
    circles,
    tasks,
    recent_lines: lines,
  };
}

async function topicsOf({ database }: Projecting, viewer: Viewer, agentId: string) {
  const { topics } = tables;
  return database
    .select({ id: topics.topicId, title: topics.title, status: topics.status, mode: topics.mode })
    .from(topics)
    .where(and(visibleTopic(viewer), takesPart(agentId)))
    .orderBy(desc(topics.updatedAt), desc(topics.topicId))
    .limit(shownContainers);
}

async function circlesOf({ database }: Projecting, viewer: Viewer, agentId: string) {
  const { circleMembers, circles } = tables;
  const rows = await database
    .select({ id: circles.circleId, title: circles.name, status: circleMembers.role })
    .from(circles)
    .innerJoin(circleMembers, and(eq(circleMembers.circleId, circles.circleId), isNull(circleMembers.leftAt)))
    .where(and(eq(circleMembers.agentId, agentId), visibleCircle(viewer), isInside(viewer)))
    .orderBy(asc(circles.circleId))
    .limit(shownContainers);
  return rows;
}

async function tasksOf({ database }: Projecting, viewer: Viewer, agentId: string) {
  const { tasks } = tables;
  return database
    .select({ id: tasks.taskId, title: tasks.title, status: tasks.status })
    .from(tasks)
    .where(and(visibleTask(viewer), takesPartInTask(agentId)))
    .orderBy(desc(tasks.createdAt), desc(tasks.taskId))
    .limit(shownContainers);
}

async function recentLines({ database }: Projecting, viewer: Viewer, agentId: string) {
  const { spokenLines, topics } = tables;
  const rows = await database
    .select({ topic_id: spokenLines.topicId, sequence: spokenLines.sequence })
    .from(spokenLines)
    .innerJoin(topics, eq(topics.topicId, spokenLines.topicId))
    .where(and(eq(spokenLines.agentId, agentId), visibleTopic(viewer)))
    .orderBy(desc(spokenLines.acceptedAt), desc(spokenLines.sequence))
    .limit(shownRecently);
  return shownLines(database, viewer, rows);
}
