import type { UsedOfAllowed } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { QuotaSettings } from '../../foundation/settings/config.ts';
import type { Answering } from './own-agents.ts';

interface StoredWork {
  ofAgent(agentId: string): UsedOfAllowed;
  ofOwner: UsedOfAllowed | undefined;
}

/** Returns the stored work of agents at the last count and their quotas, also the sum of each owner's agents. */
export async function storedWork(
  executor: Executor,
  viewer: Answering,
  agentIds: readonly string[],
  quotas: QuotaSettings,
): Promise<StoredWork> {
  const { agents, taskUsage } = tables;
  const used = (row: { bytes: string; objects: string } | undefined) => ({
    bytes: Number(row?.bytes ?? 0),
    objects: Number(row?.objects ?? 0),
  });
  const [rows, [together]] = await Promise.all([
    executor.execute<{ agent_id: string; bytes: string; objects: string }>(
      sql`select agent_id, sum(bytes) as bytes, sum(objects) as objects from ${taskUsage}
          where agent_id in (select json_array_elements_text(${jsonParameter(agentIds)}::json)) group by agent_id`,
    ),
    viewer.role === 'owner'
      ? executor.execute<{ bytes: string; objects: string }>(
          // Includes agents that have left, and those that no page shows.
          sql`select coalesce(sum(bytes), 0) as bytes, coalesce(sum(objects), 0) as objects from ${taskUsage}
              where agent_id in (select agent_id from ${agents} where owner_id = ${viewer.ownerId})`,
        )
      : [],
  ]);
  const byAgent = new Map(rows.map((row) => [row.agent_id, row]));
  return {
    ofAgent: (agentId) => ({
      used: used(byAgent.get(agentId)),
      allowed: { bytes: quotas.agentBytes, objects: quotas.agentObjects },
    }),
    ofOwner: together && {
      used: used(together),
      allowed: { bytes: quotas.ownerBytes, objects: quotas.ownerObjects },
    },
  };
}
