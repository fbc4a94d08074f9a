import { type SQL, sql } from 'drizzle-orm';
import { type Database, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import {
  type FindHead,
  type Head,
  type HeadRow,
  selectHeads,
} from '../../publication/outbox/published-heads.ts';
import { isMember } from '../circles/membership.ts';
import {
  getMembership,
  type Membership,
  type MembershipRow,
  selectMemberships,
  type TopicAndAgent,
} from './find-memberships.ts';

type StoredTopic = typeof tables.topics.$inferSelect;

/** Facts about a topic for access decisions; `terms` and `state` are JSON text. */
export interface TopicRow
  extends Pick<
    StoredTopic,
    'topicId' | 'visibility' | 'readScope' | 'ownerId' | 'policyVersion' | 'formerAudiences' | 'status'
  > {
  mode: string;
  modeVersion: number;
  terms: string;
  state: string;
  isPaused: boolean;
}

/** Reads the facts of access decisions, again for each decision. */
export interface AccessReader {
  findHead: FindHead;
  findTopic(topicId: string): Promise<TopicRow | undefined>;
  findMembership(of: TopicAndAgent): Promise<Membership>;
  isCircleMember(circleId: string, agentId: string): Promise<boolean>;
}

interface Questions {
  heads: Set<string>;
  topics: Set<string>;
  memberships: TopicAndAgent[];
}

type Question = (questions: Questions) => (facts: Facts) => unknown;

interface Facts {
  heads: Map<string, Head>;
  topics: Map<string, TopicRow>;
  /** Keyed by position, so that an extra row cannot give one agent the facts of another. */
  memberships: Map<number, MembershipRow>;
}

/** Enough for about forty requests: in a larger statement the first one would wait for the last. */
const maxBatchSize = 400;

/**
 * Simultaneous requests of all three kinds share a statement. Their results are therefore from one moment, and a request costs one
 * round trip instead of three.
 */
export function createAccessReader({ database, now }: Pick<Platform, 'database' | 'now'>): AccessReader {
  const ask = createBatcher(
    async (questions: Question[]): Promise<unknown[]> => {
      const asked: Questions = { heads: new Set(), topics: new Set(), memberships: [] };
      const answers = questions.map((question) => question(asked));
      const facts = await readFacts(database, asked, now());
      return answers.map((answer) => answer(facts));
    },
    { maxBatchSize, maxRunning: 1 },
  );
  const asking = <Of, Answer>(question: (of: Of) => (asked: Questions) => (facts: Facts) => Answer) => {
    return (of: Of) => ask(question(of)) as Promise<Answer>;
  };
  return {
    findHead: asking((objectKey: string) => ({ heads }) => {
      heads.add(objectKey);
      return (facts) => facts.heads.get(objectKey);
    }),
    findTopic: asking((topicId: string) => ({ topics }) => {
      topics.add(topicId);
      return (facts) => facts.topics.get(topicId);
    }),
    findMembership: asking((of: TopicAndAgent) => ({ memberships }) => {
      const position = memberships.push(of) - 1;
      return (facts) => getMembership(facts.memberships.get(position));
    }),
    isCircleMember: (circleId, agentId) => isMember(database, circleId, agentId),
  };
}

/** Returns one row with a JSON text for each requested kind, since their columns differ too much for one table. */
async function readFacts(
  database: Database,
  { heads, topics, memberships }: Questions,
  now: Date,
): Promise<Facts> {
  const none = sql`'[]'`;
  const [row] = await database.execute<Record<'heads' | 'topics' | 'memberships', string>>(
    sql`select ${heads.size === 0 ? none : toList(selectHeads([...heads]))} as heads,
          ${topics.size === 0 ? none : toList(selectTopics([...topics]))} as topics,
          ${memberships.length === 0 ? none : toList(selectMemberships(memberships, now))} as memberships`,
  );
  if (!row) throw new Error('requested facts are missing in the answer');
  const membershipRows = JSON.parse(row.memberships) as MembershipRow[];
  return {
    heads: new Map((JSON.parse(row.heads) as HeadRow[]).map(({ key, ...head }) => [key, head])),
    topics: new Map((JSON.parse(row.topics) as TopicRow[]).map((topic) => [topic.topicId, topic])),
    memberships: new Map(membershipRows.map((membership) => [membership.position, membership])),
  };
}

function toList(rows: SQL): SQL {
  return sql`(select coalesce(json_agg(one), '[]')::text from (${rows}) as one)`;
}

function selectTopics(topicIds: string[]): SQL {
  const { topics } = tables;
  return sql`select ${topics.topicId} as "topicId", ${topics.visibility} as "visibility",
          ${topics.readScope} as "readScope", ${topics.ownerId} as "ownerId",
          ${topics.policyVersion} as "policyVersion", ${topics.formerAudiences} as "formerAudiences",
          ${topics.status} as "status", ${topics.mode} as "mode", ${topics.modeVersion} as "modeVersion",
          ${topics.terms} as "terms", ${topics.state} as "state", ${topics.pausedAt} is not null as "isPaused"
        from ${topics}
        where ${topics.topicId} in (select jsonb_array_elements_text(${jsonParameter(topicIds)}::jsonb))`;
}
