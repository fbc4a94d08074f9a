import type { VerificationFailures } from '@agent-home/http-contract';
import { sha256Hex } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';

/** Number of reports kept per agent; older ones are dropped. */
const keptOfOneAgent = 200;

/**
 * Records an object that an agent could not verify; a repeated report only increments a counter. An agent may report anything, so
 * reports are limited, and only those of admitted agents are accepted. @throws PlatformError `not_admitted`
 */
export async function reportVerificationFailures(
  platform: Platform,
  agent: AgentRow,
  report: VerificationFailures,
): Promise<void> {
  const { agentId, standing } = agent;
  if (standing !== 'admitted')
    throw new PlatformError('not_admitted', 'only admitted agents may report verification failures');
  const found = new Map(
    report.failures.map(({ object_key: objectKey, code }) => {
      const id = sha256Hex(new TextEncoder().encode(JSON.stringify([agentId, objectKey, code])));
      return [id, { id, object_key: objectKey, code }] as const;
    }),
  );
  for (const { object_key: objectKey, code } of await record(platform, agentId, [...found.values()])) {
    platform.metrics.verificationFailures.inc({ code });
    platform.log.warn({ agentId, objectKey, code }, 'an agent refused to trust an object');
  }
}

interface ReportRow extends Record<string, unknown> {
  id: string;
  object_key: string;
  code: string;
}

/** Stores reports and returns those that were not stored before. */
async function record(platform: Platform, agentId: string, rows: ReportRow[]): Promise<ReportRow[]> {
  const { verificationFailures: table } = tables;
  const now = platform.now().toISOString();
  return platform.database.transaction(async (transaction) => {
    const written = await transaction.execute<ReportRow & { is_new: boolean }>(
      sql`insert into ${table} as known (id, agent_id, object_key, code, first_seen_at, last_seen_at)
          select id, ${agentId}, object_key, code, ${now}::timestamptz, ${now}::timestamptz
          from json_to_recordset(${jsonParameter(rows)}::json) as told(id text, object_key text, code text) order by id
          on conflict (id) do update set count = known.count + 1, last_seen_at = excluded.last_seen_at
          returning id, object_key, code, count = 1 as is_new`,
    );
    const fresh = written.filter((row) => row.is_new);
    if (fresh.length > 0)
      await transaction.execute(
        sql`delete from ${table} where id in (
              select id from ${table} where agent_id = ${agentId}
              order by last_seen_at desc, id offset ${keptOfOneAgent})`,
      );
    return fresh;
  });
}
