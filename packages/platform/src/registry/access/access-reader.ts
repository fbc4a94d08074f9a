import { type Database, jsonParameter, tables } from '@agent-home/database';
import { sql } from 'drizzle-orm';
import { gather } from '../../foundation/pace/gather.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { type FindHead, openHeadFinder } from '../../publication/outbox/published-heads.ts';
import { isMember } from '../circles/membership.ts';
import { findMemberships, type Membership } from './find-memberships.ts';

export type TopicRow = typeof tables.topics.$inferSelect;

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
