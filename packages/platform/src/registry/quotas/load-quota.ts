import type { QuotaFacts } from '@agent-home/access';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
import type { QuotaSettings } from '../../foundation/settings/config.ts';

type FindQuota = (agentId: string) => Promise<QuotaFacts>;

/** Reads the amounts that agents store, by the last count; simultaneous queries share a statement. */
export function createQuotaFinder(executor: Executor, settings: QuotaSettings): FindQuota {
  return createBatcher((agentIds: string[]) => loadQuotas(executor, settings, agentIds));
}

type UsageRow = {
  agent_id: string;
  owner_id: string | null;
  bytes: string;
  objects: string;
  owner_bytes: string;
  owner_objects: string;
};

async function loadQuotas(
  executor: Executor,
  settings: QuotaSettings,
  agentIds: string[],
): Promise<QuotaFacts[]> {
  const { agents, taskUsage } = tables;
  const rows = await executor.execute<UsageRow>(
    sql`select asked.agent_id, asked.owner_id, own.bytes, own.objects,
          of_owner.bytes as owner_bytes, of_owner.objects as owner_objects
        from ${agents} as asked
        cross join lateral (
          select coalesce(sum(bytes), 0) as bytes, coalesce(sum(objects), 0) as objects
          from ${taskUsage} where agent_id = asked.agent_id
        ) as own
        cross join lateral (
          select coalesce(sum(bytes), 0) as bytes, coalesce(sum(objects), 0) as objects
          from ${taskUsage} where agent_id in (select agent_id from ${agents} where owner_id = asked.owner_id)
        ) as of_owner
        where asked.agent_id in (select json_array_elements_text(${jsonParameter([...new Set(agentIds)])}::json))`,
  );
  const found = new Map(rows.map((row) => [row.agent_id, row]));
  return agentIds.map((agentId) => getQuota(found.get(agentId), settings));
}

function getQuota(row: UsageRow | undefined, settings: QuotaSettings): QuotaFacts {
  const agent = {
    used: { bytes: Number(row?.bytes ?? 0), objects: Number(row?.objects ?? 0) },
    allowed: { bytes: settings.agentBytes, objects: settings.agentObjects },
  };
  if (row?.owner_id == null) return { agent };
  const used = { bytes: Number(row.owner_bytes), objects: Number(row.owner_objects) };
  return { agent, owner: { used, allowed: { bytes: settings.ownerBytes, objects: settings.ownerObjects } } };
}
