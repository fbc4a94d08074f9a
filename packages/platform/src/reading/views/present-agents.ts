import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import type { Viewer } from '../../registry/visibility/viewer.ts';
import { visibleTopic } from '../../registry/visibility/visible-topic.ts';
import { onlineAgents } from './online-agents.ts';

/** A database with the period for which an agent counts as present after a sign. */
export interface PresenceSource {
  database: Platform['database'];
  config: Pick<PlatformConfig, 'onlineSeconds'>;
}

/** Number of newest lines and credentials of an agent that are searched for its latest sign. */
const newest = 50;
/** Number of newest lines and credentials of all agents; in a busy home, the snapshots cover the others. */
const newestOfAll = 200;

const isHeartbeat = sql`'heartbeat_write' = any(audit.scopes) and audit.outcome in ('issued', 'reused')`;

/**
 * Returns the present agents, each with its latest sign: those of the published snapshots, and those that spoke in a public topic
 * or got their credential for heartbeats within the period of a heartbeat. A snapshot names an agent up to a minute late.
 */
export async function presentAgents(
  { database, config }: PresenceSource,
  now: Date,
): Promise<Map<string, string>> {
  const { agents, credentialAudit, spokenLines, topics } = tables;
  const since = new Date(now.getTime() - config.onlineSeconds * 1000).toISOString();
  const [online, rows] = await Promise.all([
    onlineAgents(database, now),
    database.execute<{ agent_id: string; at: string }>(
      sql`select sign.agent_id, max(sign.at) as at from (
            select line.agent_id, line.accepted_at as at from (
              select agent_id, topic_id, accepted_at from ${spokenLines}
              order by accepted_at desc, topic_id desc, sequence desc limit ${newestOfAll}) as line
            join lateral (select topic.visibility from ${topics} as topic
              where topic.topic_id = line.topic_id limit 1) as spoken on spoken.visibility = 'public'
            where line.accepted_at > ${since}::timestamptz
            union all
            select audit.agent_id, audit.requested_at from (
              select agent_id, scopes, outcome, requested_at from ${credentialAudit}
              order by id desc limit ${newestOfAll}) as audit
            where audit.requested_at > ${since}::timestamptz and ${isHeartbeat}) as sign
          join lateral (select agent.standing from ${agents} as agent
            where agent.agent_id = sign.agent_id limit 1) as known on known.standing = 'admitted'
          group by sign.agent_id`,
    ),
  ]);
  for (const { agent_id: id, at } of rows) online.set(id, later(online.get(id), at));
  return online;
}

/**
 * Returns the latest sign of each agent that the viewer may know: a line in a topic that it sees, or a credential for heartbeats.
 * Agents without a sign are left out.
 */
export async function lastSigns(
  executor: Executor,
  viewer: Viewer,
  agentIds: readonly string[],
): Promise<Map<string, string>> {
  if (agentIds.length === 0) return new Map();
  const { credentialAudit, spokenLines, topics } = tables;
  const rows = await executor.execute<{ agent_id: string; at: string | null }>(
    sql`select named.agent_id, greatest(
          (select max(line.accepted_at) from (
             select topic_id, accepted_at from ${spokenLines} as said where said.agent_id = named.agent_id
             order by accepted_at desc limit ${newest}) as line
           join ${topics} using (topic_id) where ${visibleTopic(viewer)}),
          (select max(audit.requested_at) from (
             select requested_at, scopes, outcome from ${credentialAudit} as one where one.agent_id = named.agent_id
             order by id desc limit ${newest}) as audit where ${isHeartbeat})) as at
        from json_array_elements_text(${jsonParameter(agentIds)}::json) as named(agent_id)`,
  );
  return new Map(
    rows.flatMap(({ agent_id: id, at }) => (at === null ? [] : [[id, later(undefined, at)] as const])),
  );
}

/** Returns the later of two times, as RFC 3339. */
export function later(one: string | undefined, other: string): string {
  const text = new Date(other).toISOString();
  return one !== undefined && new Date(one) > new Date(text) ? one : text;
}
