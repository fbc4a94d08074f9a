import type { Arrival } from '@agent-home/http-contract';
import { type AgentCard, objectKey } from '@agent-home/protocol';
import { and, asc, eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { refusalOf } from '../../registry/agents/find-agent.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { shownLines } from '../lines/shown-lines.ts';
import { lastSigns, presentAgents } from './present-agents.ts';
import { publishedTexts } from './published-texts.ts';
import type { Projecting } from './show-agents.ts';

/**
 * Returns the progress of the agent with this key. The lookup is by key, because an agent without a certified card must not be
 * discoverable by name, and only its owner knows the key's id.
 */
export async function showArrival(platform: Projecting, viewer: Viewer, keyId: string): Promise<Arrival> {
  const { database, now } = platform;
  const { agents } = tables;
  const [row] = await database
    .select({
      agentId: agents.agentId,
      standing: agents.standing,
      registeredAt: agents.registeredAt,
      admittedAt: agents.admittedAt,
      refusedAt: agents.refusedAt,
      refusedFor: agents.refusedFor,
    })
    .from(agents)
    .where(eq(agents.keyId, keyId));
  if (!row) return {};
  const { agentId, standing } = row;
  const cardKey = objectKey('agent_card', { agent_id: agentId });
  const [texts, online, signs, line] = await Promise.all([
    publishedTexts(database, [cardKey]),
    presentAgents(platform, now()),
    lastSigns(database, viewer, [agentId]),
    firstLine(platform, viewer, agentId),
  ]);
  const card = texts.get(cardKey);
  const lastSeen = online.get(agentId) ?? signs.get(agentId);
  return {
    agent_id: agentId,
    standing,
    registered_at: row.registeredAt.toISOString(),
    ...(row.admittedAt ? { admitted_at: row.admittedAt.toISOString() } : {}),
    ...refusalOf(row),
    ...(card ? { card_version: (JSON.parse(card.text) as AgentCard).card_version } : {}),
    ...(lastSeen === undefined ? {} : { last_seen_at: lastSeen }),
    ...(line ? { first_line: line } : {}),
  };
}

async function firstLine(
  { database }: Projecting,
  viewer: Viewer,
  agentId: string,
): Promise<Arrival['first_line']> {
  const { spokenLines, topics } = tables;
  const rows = await database
    .select({ topic_id: spokenLines.topicId, sequence: spokenLines.sequence })
    .from(spokenLines)
    .innerJoin(topics, eq(topics.topicId, spokenLines.topicId))
    .where(and(eq(spokenLines.agentId, agentId), visibleTopic(viewer)))
    .orderBy(asc(spokenLines.acceptedAt), asc(spokenLines.sequence))
    .limit(1);
  const [line] = await shownLines(database, viewer, rows);
  return line && { topic_id: line.topic_id, sequence: line.sequence, accepted_at: line.accepted_at };
}
