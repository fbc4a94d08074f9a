import { and, asc, eq, gt, isNull, ne, notLike, or } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import type { AgentRow } from '../agents/find-agent.ts';
import type { ArtifactRefusal } from '../quotas/sort-artifacts.ts';
import { requireVisibleTask } from '../tasks/require-visible-task.ts';

export interface ArtifactListing {
  agent_id: string;
  /** Key, or for an unusable one `raw:` and its percent-encoded bytes. */
  object_key: string;
  size_bytes: number;
  modified_at: string;
  /** True if the home accepts it as submitted work. */
  indexed: boolean;
  /** Reason why the home does not accept the object as work. */
  refusal?: Exclude<ArtifactRefusal, 'not_counted'>;
}

/** Lists the work found in a task at the last count, for agents that may read the task. The bucket is not listed for it. */
export async function listArtifacts(
  platform: Platform,
  agent: AgentRow,
  taskId: string,
  page: { after?: string | undefined; limit: number },
): Promise<{ artifacts: ArtifactListing[]; next?: string }> {
  await requireVisibleTask(platform, agent, taskId);
  const { taskArtifacts: table } = tables;
  const rows = await platform.database
    .select()
    .from(table)
    .where(
      and(
        eq(table.taskId, taskId),
        gt(table.objectKey, page.after ?? ''),
        or(isNull(table.refusal), ne(table.refusal, 'not_counted')),
        // Index objects describe work and are not listed as work.
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
      ...(row.refusal === null || row.refusal === 'not_counted' ? {} : { refusal: row.refusal }),
    })),
    ...(rows.length > page.limit && last ? { next: last.objectKey } : {}),
  };
}
