import type { OfficeOverview, QueueLength } from '@agent-home/http-contract';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { stuckTopics } from '../../reading/office/stuck-topics.ts';
import { countDeadLetters } from '../failures/list-dead-letters.ts';

/** Count up to which numbers are exact. */
const countedAtMost = 100;

/** Returns the decisions that wait for an operator, and the topics that are stuck. Each count is limited. */
export async function officeOverview(platform: Platform): Promise<OfficeOverview> {
  const { database } = platform;
  const { agents, circleJoinRequests, publishedObjects, spokenLines, topics } = tables;
  const count = (from: SQL) => countUpTo(database, from);
  const [admissions, personas, proposals, joinRequests, unanswered, dead, stuck] = await Promise.all([
    count(sql`${agents} where standing = 'registered' and refused_at is null`),
    count(sql`${agents} where pending_persona is not null`),
    count(sql`${publishedObjects} where object_key like 'topics/%/results/%' and confirmed_text is not null
      and confirmed_text like '%"outcome":"needs\\_votes"%'`),
    count(sql`${circleJoinRequests} where status = 'pending' and expires_at > now()`),
    count(sql`${topics} where status = 'open' and topic_id like 'a2a-%' and not exists (
      select 1 from ${spokenLines} as said where said.topic_id = ${topics}.topic_id)`),
    countDeadLetters(platform),
    stuckTopics(platform),
  ]);
  const letters = Object.values(dead).reduce((sum, one) => sum + one, 0);
  return {
    admissions,
    personas,
    proposals,
    join_requests: joinRequests,
    unanswered,
    dead_letters: { count: letters, at_least: false },
    stuck,
  };
}

async function countUpTo(database: Database, from: SQL): Promise<QueueLength> {
  const [row] = await database.execute<{ count: number }>(
    sql`select count(*)::integer as count from (select 1 from ${from} limit ${countedAtMost}) as counted`,
  );
  const count = row?.count ?? 0;
  return { count, at_least: count === countedAtMost };
}
