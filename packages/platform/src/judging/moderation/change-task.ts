import { maySee } from '@agent-home/access';
import type { TaskChange } from '@agent-home/http-contract';
import { canonicalJson, containerPrefix, type JsonObject } from '@agent-home/protocol';
import { and, eq, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { audienceChanged } from '../../publication/outbox/audience-changed.ts';
import { type Exposure, listExposures } from '../../registry/access/exposure.ts';
import { findAgents } from '../../registry/agents/find-agent.ts';
import { allow, invite, publishManifest } from '../../registry/tasks/insert-task.ts';
import { createTaskFinder } from '../../registry/tasks/load-tasks.ts';
import {
  type Audience,
  audienceFields,
  audienceOfManifest,
  getAudience,
  isTakenOff,
  type ParticipantsRule,
  withoutAudience,
} from '../../registry/visibility/audience.ts';
import { withFormerAudience } from '../../registry/visibility/former-audiences.ts';
import { isTaskReader } from '../../registry/visibility/task-readers.ts';
import type { AudienceChange } from '../session/set-audience.ts';

type TaskRow = typeof tables.tasks.$inferSelect;

/**
 * Changes the audience of a task or its status, and certifies that with a higher policy version. Issuing credentials reads these
 * rows, so after the commit an excluded agent gets none; one that it already holds is valid until it expires.
 */
export async function changeTask(
  platform: Platform,
  taskId: string,
  change: TaskChange,
): Promise<AudienceChange & { task_id: string }> {
  const audience = change.action === 'set_audience' ? getAudience(change) : undefined;
  const now = platform.now();
  const { stream, policyVersion } = await actTransaction(platform, async (transaction) => {
    const { tasks } = tables;
    const [task] = await transaction.select().from(tasks).where(eq(tasks.taskId, taskId)).for('update');
    if (!task) throw new PlatformError('not_found', 'no task has this id; check it');
    const status = change.action === 'close' ? 'closed' : change.action === 'reopen' ? 'open' : task.status;
    const version = task.policyVersion + 1;
    const before = JSON.parse(task.manifest) as JsonObject;
    const audienceNow = audience ? audienceFields(audience) : audienceOfManifest(before);
    const manifest = { ...withoutAudience(before), ...audienceNow, status, policy_version: version };
    await transaction
      .update(tasks)
      .set({
        status,
        policyVersion: version,
        manifest: canonicalJson(manifest),
        endsAt: findEnd(manifest, now),
      })
      .where(eq(tasks.taskId, taskId));
    const key = await publishManifest(transaction, taskId, manifest);
    if (change.action === 'set_audience' && audience) {
      const { invited, out } = await readdress(transaction, task, audience, change.participants, key);
      await invite(transaction, { taskId, title: task.title, agentIds: invited, now });
      const leftOut = { eventType: 'task.left_out' as const, taskId, occurredAt: now, payload: {} };
      await appendFeed(
        transaction,
        out.map((agentId) => ({ ...leftOut, agentId })),
      );
    }
    const common = { taskId, objectKey: key, occurredAt: now };
    await appendFeed(transaction, [{ ...common, ...toFeedEvent(change.action, version) }]);
    return { stream: key, policyVersion: version };
  });
  await platform.wake.stream(stream);
  const exposed = audience ? await exposedStill(platform, taskId) : [];
  return { task_id: taskId, policy_version: policyVersion, exposed };
}

/** Returns the event for followers of the task. */
function toFeedEvent(action: TaskChange['action'], version: number) {
  const about = { policy_version: version };
  if (action === 'close')
    return { eventType: 'task.closed' as const, payload: { ...about, reason: 'closed' as const } };
  return {
    eventType: action === 'reopen' ? ('task.reopened' as const) : ('task.changed' as const),
    payload: about,
  };
}

/** Returns when followers learn that the task's time is over: never if it is closed or they were notified. */
function findEnd({ status, due_at: dueAt }: JsonObject, now: Date): Date | null {
  const end = status === 'open' && typeof dueAt === 'string' ? new Date(dueAt) : null;
  return end && end > now ? end : null;
}

/** Updates the audience. Returns the agents that are new on the list, and those that have lost access. */
async function readdress(
  executor: Executor,
  task: TaskRow,
  { visibility, circleId, allowlist }: Audience,
  participants: ParticipantsRule,
  manifestKey: string,
): Promise<{ invited: string[]; out: string[] }> {
  const { tasks, taskAllowlist, taskParticipants } = tables;
  const { taskId, formerAudiences } = task;
  const replaced = audienceOfManifest(JSON.parse(task.manifest) as JsonObject);
  const former = await withFormerAudience(executor, formerAudiences, replaced, manifestKey);
  await executor
    .update(tasks)
    .set({ visibility, circleId, formerAudiences: former })
    .where(eq(tasks.taskId, taskId));
  const before = await executor
    .delete(taskAllowlist)
    .where(eq(taskAllowlist.taskId, taskId))
    .returning({ agentId: taskAllowlist.agentId });
  await allow(executor, taskId, allowlist);
  // An agent removed from the list loses access even if it has participated, which would otherwise admit it.
  const uninvited = before.map(({ agentId }) => agentId).filter((agentId) => !allowlist.includes(agentId));
  const isOut = isTakenOff(taskParticipants.agentId, participants === 'keep' ? uninvited : undefined);
  const isInvited = sql`exists (select 1 from ${taskAllowlist}
    where ${taskAllowlist.taskId} = ${taskParticipants.taskId}
      and ${taskAllowlist.agentId} = ${taskParticipants.agentId})`;
  const wereIn = await executor
    .select({ agentId: taskParticipants.agentId })
    .from(taskParticipants)
    .where(and(eq(taskParticipants.taskId, taskId), eq(taskParticipants.leftOut, false)));
  await executor
    .update(taskParticipants)
    .set({ leftOut: sql`not ${isInvited} and (${taskParticipants.leftOut} or ${isOut})` })
    .where(eq(taskParticipants.taskId, taskId));
  await audienceChanged(executor, containerPrefix.task(taskId));
  const concerned = new Set([...uninvited, ...wereIn.map(({ agentId }) => agentId)]);
  const listed = new Set(before.map(({ agentId }) => agentId));
  return {
    invited: allowlist.filter((agentId) => !listed.has(agentId)),
    out: await withoutAccess(executor, taskId, [...concerned]),
  };
}

/** Returns the agents that may not read the task now. */
async function withoutAccess(executor: Executor, taskId: string, agentIds: string[]): Promise<string[]> {
  const asking = { agentId: sql`asking.agent_id`, ownerId: sql`asking.owner_id` };
  const rows = await executor.execute<{ agent_id: string }>(
    sql`select asking.agent_id from ${tables.agents} as asking, ${tables.tasks}
        where ${tables.tasks.taskId} = ${taskId} and not ${isTaskReader(asking)}
          and asking.agent_id in (select json_array_elements_text(${jsonParameter(agentIds)}::json))`,
  );
  return rows.map((row) => row.agent_id);
}

async function exposedStill(platform: Platform, taskId: string): Promise<Exposure[]> {
  const { database } = platform;
  const live = await listExposures(database, { containers: [{ kind: 'task', id: taskId }] });
  const findTask = createTaskFinder(platform);
  const holders = await findAgents(
    database,
    live.map(({ agent_id: agentId }) => agentId),
  );
  const inside = await Promise.all(
    holders.map(async (agent) => {
      const task = await findTask({ taskId, agent });
      const { agentId, ownerId } = agent;
      return task && maySee(task.facts, { owner_id: ownerId }) ? [agentId] : [];
    }),
  );
  return live.filter(({ agent_id: agentId }) => !inside.flat().includes(agentId));
}
