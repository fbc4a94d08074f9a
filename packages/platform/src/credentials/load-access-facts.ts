import type { TopicFacts } from '@agent-home/access';
import { type Database, tables } from '@agent-home/database';
import { type AnyMode, type AuthorFacts, findMode } from '@agent-home/modes';
import { type JsonObject, objectKey } from '@agent-home/protocol';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { AgentRow } from '../agents/find-agent.ts';

/** A topic as one agent meets it: the facts access decides on, and what its mode needs to say what may be written. */
export interface TopicForAgent {
  facts: TopicFacts;
  author: AuthorFacts;
  mode: AnyMode | undefined;
  state: JsonObject;
  rules: JsonObject;
  policyVersion: number;
}

/**
 * The topics named that exist and whose manifest is in the bucket: what widens access binds only once it can be
 * read there, what restricts it binds at commit.
 */
export async function loadTopicsForAgent(
  database: Database,
  agent: AgentRow,
  topicIds: string[],
): Promise<Map<string, TopicForAgent>> {
  if (topicIds.length === 0) return new Map();
  const { topics, topicAllowlist, topicParticipants } = tables;
  const rows = await database
    .select({ topic: topics, allowlisted: topicAllowlist.agentId, participant: topicParticipants })
    .from(topics)
    .leftJoin(
      topicAllowlist,
      and(eq(topicAllowlist.topicId, topics.topicId), eq(topicAllowlist.agentId, agent.agentId)),
    )
    .leftJoin(
      topicParticipants,
      and(eq(topicParticipants.topicId, topics.topicId), eq(topicParticipants.agentId, agent.agentId)),
    )
    .where(inArray(topics.topicId, topicIds));
  const confirmed = await confirmedManifests(database, topicIds);
  return new Map(
    rows
      .filter((row) => confirmed.has(row.topic.topicId))
      .map(({ topic, allowlisted, participant }) => {
        const mode = findMode(topic.mode, topic.modeVersion);
        const facts: TopicFacts = {
          topic_id: topic.topicId,
          visibility: topic.visibility,
          read_scope: topic.readScope,
          allowlisted: allowlisted !== null,
          participant: participant !== null,
          status: topic.status,
          mode_supported: mode !== undefined,
        };
        const author: AuthorFacts = {
          agent_id: agent.agentId,
          standing: agent.standing,
          reader: true,
          card_version: agent.cardVersion,
          public_key: agent.publicKey,
          last_message_number: participant?.lastMessageNumber ?? 0,
          last_request_number: participant?.lastRequestNumber ?? 0,
        };
        const terms = JSON.parse(topic.terms) as { rules: JsonObject };
        const state = JSON.parse(topic.state) as JsonObject;
        return [
          topic.topicId,
          { facts, author, mode, state, rules: terms.rules, policyVersion: topic.policyVersion },
        ];
      }),
  );
}

async function confirmedManifests(database: Database, topicIds: string[]): Promise<Set<string>> {
  const { publishedObjects } = tables;
  const keyOf = new Map(
    topicIds.map((topicId) => [objectKey('topic_manifest', { topic_id: topicId }), topicId]),
  );
  const rows = await database
    .select({ objectKey: publishedObjects.objectKey })
    .from(publishedObjects)
    .where(
      and(
        inArray(publishedObjects.objectKey, [...keyOf.keys()]),
        isNotNull(publishedObjects.confirmedVersion),
      ),
    );
  return new Set(rows.map((row) => keyOf.get(row.objectKey) ?? ''));
}
