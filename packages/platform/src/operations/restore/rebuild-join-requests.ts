import { numberOfId } from '@agent-home/modes';
import { parseObjectKey } from '@agent-home/protocol';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { collectTraits } from '../../foundation/settings/store-traits.ts';
import type { ListedContainer, ListedObject } from './list-bucket.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

const requestPrefix = 'j';

/**
 * Rebuilds the join requests made since the backup. They have no ledger, so only the memberships show their outcome: the request of
 * a member was accepted. Every other request is read and judged again, followed by its votes, so that it reaches the same outcome
 * or waits for the missing votes.
 */
export async function rebuildJoinRequests(
  platform: RestoringPlatform,
  { id: circleId, objects }: ListedContainer,
): Promise<void> {
  const { circles } = tables;
  await platform.database.transaction(async (transaction) => {
    const [circle] = await transaction.select().from(circles).where(eq(circles.circleId, circleId));
    if (!circle) return;
    await settleWhoIsIn(transaction, circleId);
    const asked = requestsIn(objects);
    const highest = Math.max(circle.requestsMade, ...asked.map(({ number }) => number));
    await transaction.update(circles).set({ requestsMade: highest }).where(eq(circles.circleId, circleId));
    for (const request of asked) await restoreRequest(platform, transaction, circleId, request);
    await restoreRequestMessages(platform, transaction, circleId, objects);
  });
}

interface FoundRequest {
  object: ListedObject;
  agentId: string;
  requestId: string;
  number: number;
}

/** Returns the requests among listed objects, newest first, because only an agent's newest can still be open. */
function requestsIn(objects: ListedObject[]): FoundRequest[] {
  const found = objects.flatMap((object): FoundRequest[] => {
    const place = parseObjectKey(object.key);
    if (place?.kind !== 'circle_join_request') return [];
    const { agent_id: agentId, request_id: requestId } = place.parts;
    return [{ object, agentId, requestId, number: numberOfId(requestId, requestPrefix) ?? 0 }];
  });
  return found.sort((one, other) => other.number - one.number);
}

/** Closes the requests of agents that are members now. */
async function settleWhoIsIn(transaction: Executor, circleId: string): Promise<void> {
  const { circleJoinRequests, circleMembers, tickets } = tables;
  const approved = await transaction.execute<{ agent_id: string; request_id: string }>(
    sql`update ${circleJoinRequests} as asked set status = 'approved', decided_at = member.joined_at
        from ${circleMembers} as member
        where asked.circle_id = ${circleId} and asked.status in ('reserved', 'pending')
          and member.circle_id = asked.circle_id and member.agent_id = asked.agent_id
          and member.joined_at >= asked.created_at
        returning asked.agent_id, asked.request_id`,
  );
  const keys = approved.map(
    ({ agent_id, request_id }) => `circles/${circleId}/join_requests/${agent_id}/${request_id}.json`,
  );
  if (keys.length > 0)
    await transaction.update(tickets).set({ closedAt: sql`now()` }).where(inArray(tickets.objectKey, keys));
}

async function restoreRequest(
  platform: RestoringPlatform,
  transaction: Executor,
  circleId: string,
  { object, agentId, requestId }: FoundRequest,
): Promise<void> {
  const { circleJoinRequests, circleMembers } = tables;
  const [known] = await transaction
    .select({ status: circleJoinRequests.status })
    .from(circleJoinRequests)
    .where(and(eq(circleJoinRequests.circleId, circleId), eq(circleJoinRequests.requestId, requestId)));
  if (known?.status === 'reserved')
    return look(platform, transaction, circleId, agentId, object.key, 'join_request');
  if (known) return;
  const [member] = await transaction
    .select()
    .from(circleMembers)
    .where(and(eq(circleMembers.circleId, circleId), eq(circleMembers.agentId, agentId)));
  // If an agent can set Last-Modified, it does not prove that the write preceded the agent's leaving: the request is judged again.
  const { trustsLastModified } = collectTraits(platform.config.store);
  const createdAt = trustsLastModified ? object.lastModified : platform.now();
  const wasLetIn = member !== undefined && (member.leftAt === null || member.leftAt > createdAt);
  const open = wasLetIn
    ? []
    : await transaction
        .insert(circleJoinRequests)
        .values({ circleId, requestId, agentId, status: 'reserved', createdAt })
        .onConflictDoNothing()
        .returning();
  if (open.length > 0) return look(platform, transaction, circleId, agentId, object.key, 'join_request');
  const status = wasLetIn ? ('approved' as const) : ('expired' as const);
  await transaction.insert(circleJoinRequests).values({
    circleId,
    requestId,
    agentId,
    status,
    createdAt,
    decidedAt: platform.now(),
  });
}

/** Schedules the judging of votes on open requests, except those that are in the backup already. */
async function restoreRequestMessages(
  platform: RestoringPlatform,
  transaction: Executor,
  circleId: string,
  objects: ListedObject[],
): Promise<void> {
  const { circleJoinApprovals, circleJoinRequests } = tables;
  const waiting = await transaction
    .select({ requestId: circleJoinRequests.requestId })
    .from(circleJoinRequests)
    .where(
      and(
        eq(circleJoinRequests.circleId, circleId),
        inArray(circleJoinRequests.status, ['reserved', 'pending']),
      ),
    );
  const ids = new Set(waiting.map(({ requestId }) => requestId));
  const heard = await transaction
    .select({ requestId: circleJoinApprovals.requestId, reviewer: circleJoinApprovals.reviewerAgentId })
    .from(circleJoinApprovals)
    .where(eq(circleJoinApprovals.circleId, circleId));
  const isHeard = new Set(heard.map(({ requestId, reviewer }) => `${reviewer}/${requestId}`));
  for (const { key } of objects) {
    const place = parseObjectKey(key);
    if (place?.kind !== 'circle_join_approval') continue;
    const { request_id: requestId, reviewer_agent_id: reviewer } = place.parts;
    if (ids.has(requestId) && !isHeard.has(`${reviewer}/${requestId}`))
      await look(platform, transaction, circleId, reviewer, key, 'join_approval');
  }
}

/** Writes a ticket for a key, so that a worker checks it. */
async function look(
  platform: RestoringPlatform,
  transaction: Executor,
  circleId: string,
  agentId: string,
  objectKey: string,
  purpose: 'join_request' | 'join_approval',
): Promise<void> {
  const { tickets } = tables;
  const now = platform.now();
  const open = { hintedAt: now, sweepAt: now, notAfter: now, closedAt: null };
  await transaction
    .insert(tickets)
    .values({ objectKey, agentId, circleId, purpose, ...open })
    .onConflictDoUpdate({ target: tickets.objectKey, set: open });
  platform.report.count('writes to be judged');
}
