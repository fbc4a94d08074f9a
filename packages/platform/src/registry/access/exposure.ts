import { sessionSeconds } from '@agent-home/object-store';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';

/** Access that an agent still has by earlier credentials. */
export interface Exposure {
  agent_id: string;
  /** Grants and their containers, by their names in the audit. */
  scopes: string[];
  /** Expiry of the last credential. */
  until: string;
}

export interface ContainerReference {
  kind: 'topic' | 'task' | 'circle';
  id: string;
}

const grantTypes = {
  topic: ['topic_read', 'topic_message_write', 'topic_request_write'],
  task: ['task_read', 'task_write'],
  circle: ['circle_read', 'circle_join_request_write', 'circle_join_approval_write'],
} as const;

/** A credential that is still being issued has no expiry yet, and counts with the longest possible duration. */
const longestSeconds = sessionSeconds.most;

/**
 * Returns the credentials that are still valid, from the audit. No store can revoke a credential, so a user who
 * narrows an audience learns which agents keep which access, and until when (openspec: visibility).
 */
export async function listExposures(
  executor: Executor,
  of: { containers: ContainerReference[]; agentId?: string } | { agentId: string },
): Promise<Exposure[]> {
  const { credentialAudit: audit } = tables;
  const named = 'containers' in of ? of.containers.flatMap(collectScopes) : undefined;
  const isOne = of.agentId === undefined ? sql`true` : sql`${audit.agentId} = ${of.agentId}`;
  const isNamed =
    named === undefined
      ? sql`true`
      : sql`scope in (select jsonb_array_elements_text(${jsonParameter(named)}::jsonb))`;
  const rows = await executor.execute<{ agent_id: string; scopes: string[]; until: Date | string }>(
    sql`select ${audit.agentId} as agent_id, json_agg(distinct scope) as scopes,
          max(coalesce(${audit.expiresAt}, ${audit.requestedAt} + ${longestSeconds} * interval '1 second')) as until
        from ${audit} cross join lateral unnest(${audit.scopes}) as scope
        where ${isOne} and ${isNamed} and ${audit.outcome} <> 'failed'
          and ${audit.requestedAt} > now() - ${longestSeconds + 60} * interval '1 second'
          and coalesce(${audit.expiresAt}, ${audit.requestedAt} + ${longestSeconds} * interval '1 second') > now()
        group by ${audit.agentId} order by ${audit.agentId}`,
  );
  return rows.map(({ agent_id, scopes, until }) => ({
    agent_id,
    scopes,
    until: new Date(until).toISOString(),
  }));
}

function collectScopes({ kind, id }: ContainerReference): string[] {
  return grantTypes[kind].map((type) => `${type}:${id}`);
}
