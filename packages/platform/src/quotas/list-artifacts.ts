import { maySee } from '@agent-home/access';
import { tables } from '@agent-home/database';
import { and, asc, eq, gt, notLike } from 'drizzle-orm';
import type { AgentRow } from '../agents/find-agent.ts';
import { openHeadFinder } from '../credentials/published-heads.ts';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { loadTasksForAgent, openTaskFinder } from '../tasks/load-tasks.ts';

export interface ArtifactListing {
  agent_id: string;
  object_key: string;
  size_bytes: number;
  modified_at: string;
  /** Whether the home takes it for work handed in. */
  indexed: boolean;
  /** Why not. */
  refusal?: 'too_large' | 'over_quota';
}

/** The work found in a task at the last count, for those who may read it: nothing has to be listed or scanned. */
export async function listArtifacts(
  { database, config }: Platform,
  agent: AgentRow,
  taskId: string,
  page: { after?: string | undefined; limit: number },
): Promise<{ artifacts: ArtifactListing[]; next?: string }> {
  const finder = openTaskFinder(database, config.quotas);
  const task = (await loadTasksForAgent(finder, openHeadFinder(database), agent, [taskId])).get(taskId);
  const { agentId, ownerId, standing } = agent;
  const isSeen = task && maySee(task.facts, { agent_id: agentId, owner_id: ownerId, standing });
  if (standing !== 'admitted' || !isSeen)
    throw new PlatformError('not_found', 'there is no such task for you');
  const { taskArtifacts: table } = tables;
  const rows = await database
    .select()
    .from(table)
    .where(
      and(
        eq(table.taskId, taskId),
        gt(table.objectKey, page.after ?? ''),
        // An index names work and is none.
        notLike(table.objectKey, 'tasks/%/agents/%/index.json'),
      ),
    )
    .orderBy(asc(table.objectKey))
    .limit(page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    artifacts: shown.map((row) => ({
      agent_id: row.agentId,
      object_key: row.objectKey,
      size_bytes: row.size,
      modified_at: row.modifiedAt.toISOString(),
      indexed: row.refusal === null,
      ...(row.refusal === null ? {} : { refusal: row.refusal }),
    })),
    ...(rows.length > page.limit && last ? { next: last.objectKey } : {}),
  };
}
