import { joinApprovalDenial, joinRequestDenial, type WritableFacts } from '@agent-home/access';
import { objectKey } from '@agent-home/protocol';
import { and, asc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { type Database, type Executor, tables } from '../../database/index.ts';
import { type JoinRequestRow, lockCircle, openRequest } from '../../registry/circles/join-situation.ts';
import type { CircleForAgent } from '../../registry/circles/load-circles.ts';
import { withEnds } from '../keys/writable-keys.ts';

/** Number of requests that a member can decide with one credential. */
const approvalsAtOnce = 4;

interface Asking {
  circle: CircleForAgent;
  agentId: string;
  now: Date;
  durationSeconds: number;
}

type Denied = { denied: string; message: string };

/** Returns the keys that a grant in a circle opens; `undefined` if the circle's rules always deny the grant. */
export async function joinKeys(
  database: Database,
  purpose: 'join_request' | 'join_approval',
  asking: Asking,
): Promise<WritableFacts | undefined> {
  const { facts } = asking.circle;
  if (purpose === 'join_request') {
    return joinRequestDenial(facts) ? undefined : requestKey(database, asking);
  }
  return joinApprovalDenial(facts) ? undefined : approvalKeys(database, asking);
}

/**
 * Returns the key for the candidate's request. Repeated requests get the same key until an object was written
 * there.
 */
async function requestKey(database: Database, asking: Asking): Promise<WritableFacts> {
  const { circle, agentId, now, durationSeconds } = asking;
  const { circle_id: circleId } = circle.facts;
  const request =
    (await openRequest(database, circleId, agentId)) ??
    (await database.transaction((executor) => reserve(executor, asking)));
  if ('denied' in request) return request;
  if (request.status === 'pending')
    return {
      denied: 'already_requested',
      message: `your request ${request.requestId} is pending; wait for the decision`,
    };
  const { requestId } = request;
  const key = objectKey('circle_join_request', {
    circle_id: circleId,
    agent_id: agentId,
    request_id: requestId,
  });
  return withEnds(database, [{ key, notAfter: undefined }], now, durationSeconds);
}

/** Reserves a new request id, unique in the circle, under the circle's lock. */
async function reserve(
  executor: Executor,
  { circle, agentId, now }: Asking,
): Promise<JoinRequestRow | Denied> {
  const { circles, circleJoinRequests } = tables;
  const { circle_id: circleId, invited } = circle.facts;
  const locked = await lockCircle(executor, circleId);
  if (!locked) return { denied: 'not_writable_now', message: 'the circle no longer exists' };
  const open = await openRequest(executor, circleId, agentId);
  if (open) return open;
  const again = invited ? undefined : await mayAskAgainAt(executor, { circle, agentId });
  if (again && again > now)
    return {
      denied: 'rejected_recently',
      message: `an earlier request was rejected; a new one is possible from ${again.toISOString()}`,
    };
  const number = locked.requestsMade + 1;
  await executor.update(circles).set({ requestsMade: number }).where(eq(circles.circleId, circleId));
  const requestId = `j${String(number).padStart(6, '0')}`;
  const [row] = await executor
    .insert(circleJoinRequests)
    .values({ circleId, requestId, agentId, status: 'reserved', createdAt: now })
    .returning();
  if (!row) throw new Error('a reserved request was not kept');
  return row;
}

/**
 * Returns the time at which a candidate that the members rejected may request again. It has to wait as long as a request may wait,
 * so that it cannot keep the members busy. A request without a hash was rejected before members saw it, and does not count.
 */
export async function mayAskAgainAt(
  executor: Executor,
  { circle, agentId }: { circle: CircleForAgent; agentId: string },
): Promise<Date | undefined> {
  const { circleJoinRequests } = tables;
  const [row] = await executor
    .select({
      decidedAt: sql<Date | null>`max(${circleJoinRequests.decidedAt})`.mapWith(circleJoinRequests.decidedAt),
    })
    .from(circleJoinRequests)
    .where(
      and(
        eq(circleJoinRequests.circleId, circle.facts.circle_id),
        eq(circleJoinRequests.agentId, agentId),
        eq(circleJoinRequests.status, 'rejected'),
        isNotNull(circleJoinRequests.requestSha256),
      ),
    );
  return row?.decidedAt ? new Date(row.decidedAt.getTime() + circle.expiresSeconds * 1000) : undefined;
}

async function approvalKeys(
  database: Database,
  { circle, agentId, now, durationSeconds }: Asking,
): Promise<WritableFacts> {
  const { circle_id: circleId } = circle.facts;
  const waiting = await undecidedBy(database, circleId, agentId, now);
  if (waiting.length === 0)
    return { denied: 'nothing_to_decide', message: 'no request is waiting for your decision' };
  const wanted = waiting.map(({ requestId, expiresAt }) => ({
    key: objectKey('circle_join_approval', {
      circle_id: circleId,
      reviewer_agent_id: agentId,
      request_id: requestId,
    }),
    notAfter: undefined,
    latest: expiresAt ?? undefined,
  }));
  return withEnds(database, wanted, now, durationSeconds);
}

/** Returns the requests that this reviewer has not decided yet, oldest first, so that every one gets its turn. */
export async function undecidedBy(
  database: Database,
  circleId: string,
  reviewerAgentId: string,
  now: Date,
): Promise<JoinRequestRow[]> {
  const { circleJoinApprovals, circleJoinRequests } = tables;
  const rows = await database
    .select({ request: circleJoinRequests })
    .from(circleJoinRequests)
    .leftJoin(
      circleJoinApprovals,
      and(
        eq(circleJoinApprovals.circleId, circleJoinRequests.circleId),
        eq(circleJoinApprovals.requestId, circleJoinRequests.requestId),
        eq(circleJoinApprovals.reviewerAgentId, reviewerAgentId),
      ),
    )
    .where(
      and(
        eq(circleJoinRequests.circleId, circleId),
        eq(circleJoinRequests.status, 'pending'),
        gt(circleJoinRequests.expiresAt, now),
        ne(circleJoinRequests.agentId, reviewerAgentId),
        isNull(circleJoinApprovals.reviewerAgentId),
      ),
    )
    .orderBy(asc(circleJoinRequests.createdAt), asc(circleJoinRequests.requestId))
    .limit(approvalsAtOnce);
  return rows.map(({ request }) => request);
}
