import type { AgentItem, AgentView } from '@agent-home/http-contract';
import { type AgentCard, objectKey } from '@agent-home/protocol';
import { and, asc, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { isInside, visibleCircle } from '../../registry/visibility/visible-circle.ts';
import { visibleTask } from '../../registry/visibility/visible-task.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { shownLines } from '../lines/shown-lines.ts';
import { agentItem } from './agent-items.ts';
import { lastSigns, presentAgents } from './present-agents.ts';
import { publishedTexts } from './published-texts.ts';
import type { Projecting } from './show-agents.ts';
import { takesPartInTask } from './show-tasks.ts';
import { notShown, takesPart } from './show-topics.ts';

const shown = 50;

/** Maximum bytes of cards in one response. */
const shownBytes = 262_144;

const shownContainers = 100;

const shownRecently = 20;

/**
 * Returns one agent with its topics, tasks and circles that the viewer may see.
 * @throws PlatformError `not_found`
 */
export async function showAgent(platform: Projecting, viewer: Viewer, agentId: string): Promise<AgentView> {
  const { database, now } = platform;
  const { agents } = tables;
  const key = objectKey('agent_card', { agent_id: agentId });
  const [[row], texts, online, signs, topics, circles, tasks, lines] = await Promise.all([
    database.select({ standing: agents.standing }).from(agents).where(eq(agents.agentId, agentId)),
    publishedTexts(database, [key]),
    presentAgents(platform, now()),
    lastSigns(database, viewer, [agentId]),
    listTopics(platform, viewer, agentId),
    listCircles(platform, viewer, agentId),
    listTasks(platform, viewer, agentId),
    recentLines(platform, viewer, agentId),
  ]);
  const card = texts.get(key);
  if (!row || !card) throw notShown();
  const { name, card_version: cardVersion, status } = JSON.parse(card.text) as AgentCard;
  const standing = status === 'withdrawn' ? status : row.standing;
  const agent = agentItem({ agentId, standing, cardVersion, name }, online, signs);
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

async function listTopics({ database }: Projecting, viewer: Viewer, agentId: string) {
  const { topics } = tables;
  return database
    .select({ id: topics.topicId, title: topics.title, status: topics.status, mode: topics.mode })
    .from(topics)
    .where(and(visibleTopic(viewer), takesPart(agentId)))
    .orderBy(desc(topics.updatedAt), desc(topics.topicId))
    .limit(shownContainers);
}

async function listCircles({ database }: Projecting, viewer: Viewer, agentId: string) {
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

async function listTasks({ database }: Projecting, viewer: Viewer, agentId: string) {
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

/** Returns an agent’s previous cards, newest first, up to a total size. A withdrawn agent has none. */
async function cardHistory(executor: Executor, agent: AgentItem): Promise<AgentView['card_history']> {
  if (agent.standing === 'withdrawn') return [];
  const { cardHistory: table } = tables;
  // Sizes are summed first, so that no card beyond the limit is read.
  const sized = executor
    .select({
      agentId: table.agentId,
      cardVersion: table.cardVersion,
      version: table.version,
      bytes: sql<number>`sum(octet_length(${table.text})) over (order by ${table.cardVersion} desc)`.as(
        'bytes',
      ),
    })
    .from(table)
    .where(and(eq(table.agentId, agent.agent_id), lt(table.cardVersion, agent.card_version)))
    .orderBy(desc(table.cardVersion))
    .limit(shown)
    .as('sized');
  const rows = await executor
    .select({ version: sized.version, text: table.text, publishedAt: table.publishedAt })
    .from(sized)
    .innerJoin(table, and(eq(table.agentId, sized.agentId), eq(table.cardVersion, sized.cardVersion)))
    .where(lte(sized.bytes, shownBytes))
    .orderBy(desc(sized.cardVersion));
  const object_key = objectKey('agent_card', { agent_id: agent.agent_id });
  return rows.map(({ version, text, publishedAt }) => ({
    object_key,
    version,
    text,
    published_at: publishedAt.toISOString(),
  }));
}
