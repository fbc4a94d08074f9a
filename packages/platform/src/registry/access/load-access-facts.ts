import type { TopicFacts } from '@agent-home/access';
import { type Database, jsonParameter, tables } from '@agent-home/database';
import { type AnyMode, type AuthorFacts, findMode } from '@agent-home/modes';
import { type JsonObject, objectKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { gather } from '../../foundation/pace/gather.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { type FindHead, openHeadFinder } from '../../publication/outbox/published-heads.ts';
import type { AgentRow } from '../agents/find-agent.ts';
import { isMember } from '../circles/membership.ts';
import { belongedTo, stillBinding } from '../visibility/former-audiences.ts';

/** A topic as one agent meets it: the facts access decides on, and what its mode needs to say what may be written. */
export interface TopicForAgent {
  facts: TopicFacts;
  author: AuthorFacts;
  mode: AnyMode | undefined;
  state: JsonObject;
  rules: JsonObject;
  policyVersion: number;
}

type TopicRow = typeof tables.topics.$inferSelect;

interface Membership {
  allowlisted: boolean;
  circleMember: boolean;
  restriction: 'muted' | 'banned' | undefined;
  participant: { lastMessageNumber: number; lastRequestNumber: number; leftOut: boolean } | undefined;
}

/** Reads what access is decided on, anew for every question; simultaneous questions share a statement. */
export interface AccessReader {
  findHead: FindHead;
  findTopic(topicId: string): Promise<TopicRow | undefined>;
  findMembership(of: { topicId: string; agentId: string }): Promise<Membership>;
  isCircleMember(circleId: string, agentId: string): Promise<boolean>;
}

export function openAccessReader({ database, now }: Pick<Platform, 'database' | 'now'>): AccessReader {
  return {
    findHead: openHeadFinder(database),
    findTopic: gather((topicIds) => findTopics(database, topicIds)),
    findMembership: gather((pairs) => findMemberships(database, pairs, now())),
    isCircleMember: (circleId, agentId) => isMember(database, circleId, agentId),
  };
}

/**
 * Loads those of these topics that exist and whose manifest is in the bucket: what widens access binds only once it can
 * be read there, what restricts it binds at the commit.
 */
export async function loadTopicsForAgent(
  reader: AccessReader,
  agent: AgentRow,
  topicIds: string[],
): Promise<Map<string, TopicForAgent>> {
  const found = await Promise.all(
    topicIds.map(async (topicId) => {
      const [topic, membership, manifest] = await Promise.all([
        reader.findTopic(topicId),
        reader.findMembership({ topicId, agentId: agent.agentId }),
        reader.findHead(objectKey('topic_manifest', { topic_id: topicId })),
      ]);
      if (!topic || !manifest) return [];
      const described = describe(topic, membership, agent);
      const former = stillBinding(topic.formerAudiences, manifest.version);
      const isIn = await belongedTo(former, agent, described.facts, reader.isCircleMember);
      return isIn ? [[topicId, described] as const] : [];
    }),
  );
  return new Map(found.flat());
}

function describe(
  topic: TopicRow,
  { allowlisted, circleMember, participant, restriction }: Membership,
  agent: AgentRow,
): TopicForAgent {
  const mode = findMode(topic.mode, topic.modeVersion);
  const facts: TopicFacts = {
    topic_id: topic.topicId,
    visibility: topic.visibility,
    read_scope: topic.readScope,
    allowlisted,
    participant: participant?.leftOut === false,
    circle_member: circleMember,
    owner_id: topic.ownerId,
    status: topic.status,
    mode_supported: mode !== undefined,
    paused: topic.pausedAt !== null,
    restriction,
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
  return { facts, author, mode, state, rules: terms.rules, policyVersion: topic.policyVersion };
}

async function findTopics(database: Database, topicIds: string[]): Promise<(TopicRow | undefined)[]> {
  const { topics } = tables;
  const asked = jsonParameter([...new Set(topicIds)]);
  const rows = await database
    .select()
    .from(topics)
    .where(sql`${topics.topicId} in (select jsonb_array_elements_text(${asked}::jsonb))`);
  const found = new Map(rows.map((row) => [row.topicId, row]));
  return topicIds.map((topicId) => found.get(topicId));
}

async function findMemberships(
  database: Database,
  pairs: { topicId: string; agentId: string }[],
  now: Date,
): Promise<Membership[]> {
  const { topicAllowlist, topicParticipants, topicRestrictions, topics, circleMembers } = tables;
  const asked = jsonParameter(
    pairs.map(({ topicId, agentId }, position) => ({ position, topic_id: topicId, agent_id: agentId })),
  );
  const rows = await database.execute<{
    position: number;
    allowlisted: boolean;
    circle_member: boolean;
    message_number: number | null;
    request_number: number | null;
    left_out: boolean | null;
    banned: boolean;
    muted: boolean | null;
  }>(
    sql`select asked.position, ${topicAllowlist.agentId} is not null as allowlisted,
          ${circleMembers.agentId} is not null as circle_member,
          ${topicParticipants.lastMessageNumber} as message_number,
          ${topicParticipants.lastRequestNumber} as request_number, ${topicParticipants.leftOut} as left_out,
          ${topicRestrictions.bannedAt} is not null as banned,
          ${topicRestrictions.mutedUntil} > ${now.toISOString()}::timestamptz as muted
        from jsonb_to_recordset(${asked}::jsonb) as asked(position integer, topic_id text, agent_id text)
        left join ${topicAllowlist} on ${topicAllowlist.topicId} = asked.topic_id
          and ${topicAllowlist.agentId} = asked.agent_id
        left join ${topicParticipants} on ${topicParticipants.topicId} = asked.topic_id
          and ${topicParticipants.agentId} = asked.agent_id
        left join ${topicRestrictions} on ${topicRestrictions.topicId} = asked.topic_id
          and ${topicRestrictions.agentId} = asked.agent_id
        left join ${topics} on ${topics.topicId} = asked.topic_id and ${topics.visibility} = 'circle'
        left join ${circleMembers} on ${circleMembers.circleId} = ${topics.circleId}
          and ${circleMembers.agentId} = asked.agent_id and ${circleMembers.leftAt} is null`,
  );
  const found = new Map(
    rows.map(({ position, message_number: message, request_number: request, ...row }) => {
      const participant =
        message === null || request === null
          ? undefined
          : { lastMessageNumber: message, lastRequestNumber: request, leftOut: row.left_out === true };
      const { allowlisted, circle_member: circleMember } = row;
      const restriction: Membership['restriction'] = row.banned ? 'banned' : row.muted ? 'muted' : undefined;
      return [position, { allowlisted, circleMember, participant, restriction }];
    }),
  );
  return pairs.map(
    (_, position) =>
      found.get(position) ?? {
        allowlisted: false,
        circleMember: false,
        participant: undefined,
        restriction: undefined,
      },
  );
}
