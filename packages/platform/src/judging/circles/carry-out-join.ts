import type { CircleRole } from '@agent-home/http-contract';
import { objectKey } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { appendFeed, type FeedEntry } from '../../publication/feed/append-feed.ts';
import type { CircleRow } from '../../registry/circles/circle-policy.ts';
import { decideJoin, type JoinInput, type JoinOutcome } from '../../registry/circles/decide-join.ts';
import { type JoinRequestRow, loadSituation } from '../../registry/circles/join-situation.ts';
import { admitMember } from '../../registry/circles/membership.ts';

/** Facts for all decisions of one transaction, read once under the circle's lock. */
export interface JoinSession {
  executor: Executor;
  circle: CircleRow;
  /** Members who may decide requests at this moment, with their roles. */
  deciders: ReadonlyMap<string, CircleRole>;
  now: Date;
}

/** Stored members of a request that passed judging: its hash, which approvals must contain, its note, and its expiry. */
type AsJudged = Pick<JoinRequestRow, 'requestSha256' | 'note' | 'expiresAt'>;

/** Decides one input about one join request, writes the rows, and notifies the agents concerned through their feeds. */
export async function carryOutJoin(
  session: JoinSession,
  request: JoinRequestRow,
  input: JoinInput,
  asJudged?: AsJudged,
): Promise<JoinOutcome> {
  const situation = await loadSituation(session.executor, session.circle, request, session.deciders);
  const outcome = decideJoin(situation, input);
  if (outcome.vote) await recordVote(session, request, outcome.vote);
  if (outcome.status === request.status) return outcome;
  // A request that is rejected before it was shown keeps no hash, so that its author may retry at once.
  const keep = outcome.reason === undefined ? asJudged : undefined;
  await saveRequest(session, request, { ...keep, status: outcome.status });
  if (outcome.status === 'pending') await notifyDeciders(session, request);
  else await notifyCandidate(session, request, outcome);
  if (outcome.status === 'approved' && !situation.candidate.isMember) {
    const member = { circleId: request.circleId, agentId: request.agentId, role: 'member' } as const;
    await admitMember(session.executor, member, session.now);
  }
  return outcome;
}

async function recordVote(
  { executor, now }: JoinSession,
  { circleId, requestId }: JoinRequestRow,
  { reviewer, decision }: NonNullable<JoinOutcome['vote']>,
): Promise<void> {
  await executor
    .insert(tables.circleJoinApprovals)
    .values({ circleId, requestId, reviewerAgentId: reviewer, decision, decidedAt: now });
}

export async function saveRequest(
  { executor, now }: Pick<JoinSession, 'executor' | 'now'>,
  { circleId, requestId }: JoinRequestRow,
  change: Partial<AsJudged> & Pick<JoinRequestRow, 'status'>,
): Promise<void> {
  const { circleJoinRequests } = tables;
  await executor
    .update(circleJoinRequests)
    .set({ ...change, ...(change.status === 'pending' ? {} : { decidedAt: now }) })
    .where(and(eq(circleJoinRequests.circleId, circleId), eq(circleJoinRequests.requestId, requestId)));
}

/**
 * Notifies the candidate through its feed, since it cannot read the circle and may have no other way to learn
 * the outcome.
 */
async function notifyCandidate(
  { executor, now }: Pick<JoinSession, 'executor' | 'now'>,
  request: JoinRequestRow,
  { status, reason }: Pick<JoinOutcome, 'status' | 'reason'>,
): Promise<void> {
  const { circleId, requestId, agentId } = request;
  await appendFeed(executor, [
    {
      agentId,
      eventType: 'circle.join_decided',
      objectKey: getKey(request),
      occurredAt: now,
      payload: {
        circle_id: circleId,
        request_id: requestId,
        outcome: status,
        ...(reason === undefined ? {} : { reason }),
      },
    },
  ]);
}

async function notifyDeciders(
  { executor, deciders, now }: JoinSession,
  request: JoinRequestRow,
): Promise<void> {
  const { circleId, requestId, agentId: candidate } = request;
  const payload = { circle_id: circleId, request_id: requestId, agent_id: candidate };
  await appendFeed(
    executor,
    [...deciders.keys()].map(
      (agentId): FeedEntry => ({
        agentId,
        eventType: 'circle.join_requested',
        objectKey: getKey(request),
        occurredAt: now,
        payload,
      }),
    ),
  );
}

export function getKey({ circleId, agentId, requestId }: JoinRequestRow): string {
  return objectKey('circle_join_request', { circle_id: circleId, agent_id: agentId, request_id: requestId });
}
