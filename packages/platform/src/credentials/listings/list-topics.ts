import { sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import { askMode } from '../../judging/keys/ask-mode.ts';
import { createAccessReader } from '../../registry/access/access-reader.ts';
import { loadTopicsForAgent, type TopicForAgent } from '../../registry/access/load-access-facts.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { isTopicReader } from '../../registry/visibility/topic-readers.ts';

export interface TopicListing {
  topic_id: string;
  title: string;
  visibility: string;
  mode: string;
  mode_version: number;
  status: string;
  read_scope: string;
  ledger_sequence: number;
  /** For each: `yes`, or the code of the denial that its grant would get now. */
  may: { read: true; message: string; request: string };
}

/** Returns the topics that this agent may enter now, ordered by id, with its present rights there. */
export async function listTopics(
  database: Database,
  agent: AgentRow,
  page: { after?: string | undefined; limit: number },
  now: Date,
): Promise<{ topics: TopicListing[]; next?: string }> {
  if (agent.standing !== 'admitted') return { topics: [] };
  const { topics } = tables;
  const rows = await database
    .select()
    .from(topics)
    .where(sql`${topics.topicId} > ${page.after ?? ''} and ${isTopicReader(agent)}`)
    .orderBy(topics.topicId)
    .limit(page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const known = await loadTopicsForAgent(
    createAccessReader({ database, now: () => now }),
    agent,
    shown.map((row) => row.topicId),
  );
  const last = shown.at(-1);
  const listed = await Promise.all(
    shown.map(async (row): Promise<TopicListing[]> => {
      const topic = known.get(row.topicId);
      if (!topic) return [];
      const [message, request] = await Promise.all([
        may(database, topic, 'message', now),
        may(database, topic, 'request', now),
      ]);
      return [
        {
          topic_id: row.topicId,
          title: row.title,
          visibility: row.visibility,
          mode: row.mode,
          mode_version: row.modeVersion,
          status: row.status,
          read_scope: row.readScope,
          ledger_sequence: row.ledgerSequence,
          may: { read: true as const, message, request },
        },
      ];
    }),
  );
  return {
    topics: listed.flat(),
    ...(rows.length > page.limit && last ? { next: last.topicId } : {}),
  };
}

async function may(
  database: Database,
  topic: TopicForAgent,
  purpose: 'message' | 'request',
  now: Date,
): Promise<string> {
  if (!topic.mode) return 'mode_not_supported';
  if (topic.facts.paused) return 'topic_paused';
  if (topic.facts.restriction) return topic.facts.restriction;
  const writable = await askMode(database, topic, topic.mode, purpose, now);
  return 'denied' in writable ? writable.denied : 'yes';
}
