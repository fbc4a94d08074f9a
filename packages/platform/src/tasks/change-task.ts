import { type Executor, tables } from '@agent-home/database';
import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { type Audience, audienceFields, audienceOf } from '../shared/audience.ts';
import type { TaskChange } from './define-task.ts';
import { allow, publishManifest } from './insert-task.ts';

/**
 * Changes whom a task is for or whether it takes work, and certifies that with a higher policy version. Credentials
 * are asked of these rows: who is left out gets nothing new from the commit on, and keeps what it holds until that
 * expires.
 */
export async function changeTask(
  platform: Platform,
  taskId: string,
  change: TaskChange,
): Promise<{ task_id: string; policy_version: number; exposed_until: string }> {
  const audience = change.action === 'set_audience' ? audienceOf(change) : undefined;
  const { stream, policyVersion } = await platform.database.transaction(async (transaction) => {
    const { tasks } = tables;
    const [task] = await transaction.select().from(tasks).where(eq(tasks.taskId, taskId)).for('update');
    if (!task) throw new PlatformError('not_found', 'there is no task with this id');
    const status = change.action === 'close' ? 'closed' : change.action === 'reopen' ? 'open' : task.status;
    const version = task.policyVersion + 1;
    const manifest = changedManifest(JSON.parse(task.manifest) as JsonObject, status, version, audience);
    await transaction
      .update(tasks)
      .set({
        status,
        policyVersion: version,
        manifest: canonicalJson(manifest),
        ...(audience ? { visibility: audience.visibility, circleId: audience.circleId } : {}),
      })
      .where(eq(tasks.taskId, taskId));
    if (audience) await replaceAllowlist(transaction, taskId, audience.allowlist);
    return { stream: await publishManifest(transaction, taskId, manifest), policyVersion: version };
  });
  await platform.wake.stream(stream);
  // The longest that anybody may go on reading with what it holds already.
  const exposedUntil = new Date(platform.now().getTime() + 3_600_000).toISOString();
  return { task_id: taskId, policy_version: policyVersion, exposed_until: exposedUntil };
}

async function replaceAllowlist(executor: Executor, taskId: string, agentIds: string[]): Promise<void> {
  await executor.delete(tables.taskAllowlist).where(eq(tables.taskAllowlist.taskId, taskId));
  await allow(executor, taskId, agentIds);
}

function changedManifest(
  before: JsonObject,
  status: string,
  policyVersion: number,
  audience: Audience | undefined,
): JsonObject {
  const { visibility, circle_id, allowlist_agent_ids, ...rest } = before;
  const old = Object.fromEntries(
    Object.entries({ visibility, circle_id, allowlist_agent_ids }).filter(([, value]) => value !== undefined),
  ) as JsonObject;
  return { ...rest, ...(audience ? audienceFields(audience) : old), status, policy_version: policyVersion };
}
