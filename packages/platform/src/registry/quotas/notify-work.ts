import { and, eq, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { consumeSharedTokens } from '../../foundation/concurrency/rate-limiter.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import type { ArtifactPlace } from './artifact-place.ts';
import type { WorkChange } from './work-changes.ts';

/** Limit of work events per minute over all folders of an agent, or of its owner's agents. */
const mostInAMinute = { agent: 60, owner: 300 };
/** Larger numbers of changes in one folder are reported in one event. */
const mostAtOnce = 10;
const tryAgainSeconds = 60;

/**
 * Notifies followers of a task of changes in one agent's folder, as the home found them there. If there are many changes, they are
 * reported in one event, and later if the limit of events is reached. `isUntold`: the previous changes were not reported.
 */
export async function notifyWork(
  executor: Executor,
  { taskId, agentId, ownerId, now }: ArtifactPlace & { ownerId: string | null; now: Date },
  changes: readonly WorkChange[],
  isUntold = false,
): Promise<void> {
  if (changes.length === 0 && !isUntold) return;
  const wanted = isUntold || changes.length > mostAtOnce ? 1 : changes.length;
  const makers = [{ agentId, ownerId, wanted }];
  const granted =
    (await consumeSharedTokens(executor, 'task events', makers, mostInAMinute)).get(agentId) ?? 0;
  const { taskUsage } = tables;
  const folder = and(eq(taskUsage.agentId, agentId), eq(taskUsage.taskId, taskId));
  if (granted === 0) {
    const dueAt = sql`least(coalesce(${taskUsage.dueAt}, 'infinity'), now() + make_interval(secs => ${tryAgainSeconds}))`;
    await executor.update(taskUsage).set({ isUntold: true, dueAt }).where(folder);
    return;
  }
  const common = { taskId, authorId: agentId, occurredAt: now };
  const isWhole = !isUntold && changes.length <= mostAtOnce && granted === changes.length;
  const entries = isWhole
    ? changes.map(({ eventType, objectKey, size }) => ({
        ...common,
        eventType,
        objectKey,
        payload: { agent_id: agentId, ...(size === undefined ? {} : { size_bytes: size }) },
      }))
    : [{ ...common, eventType: 'task.work_changed' as const, payload: { agent_id: agentId } }];
  await appendFeed(executor, entries);
  if (isUntold) await executor.update(taskUsage).set({ isUntold: false }).where(folder);
}
