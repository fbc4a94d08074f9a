import { parseObjectKey } from '@agent-home/protocol';
import { and, asc, eq, lt } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { collectTraits } from '../../foundation/settings/store-traits.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { getApproval } from '../../registry/circles/circle-policy.ts';
import type { JoinOutcome } from '../../registry/circles/decide-join.ts';
import { type JoinRequestRow, loadDeciders, lockCircle } from '../../registry/circles/join-situation.ts';
import { readJoinApproval, readJoinRequest } from '../../registry/circles/read-join-input.ts';
import { closeTickets } from '../inputs/close-tickets.ts';
import type { FetchedInput } from '../inputs/fetch-input.ts';
import { carryOutJoin, type JoinSession } from './carry-out-join.ts';

interface CircleOutcome {
  judged: number;
  /** Expiry of the requests that became pending in this transaction. */
  deadlines: Date[];
}

/**
 * Judges inputs in one transaction under the circle's row lock, so that each is judged once and against the newest
 * state. Requests, votes, membership, tickets, feed and outbox commit together or not at all. The store is not called
 * inside.
 */
export async function judgeCircle(
  platform: PublishingPlatform,
  circleId: string,
  inputs: FetchedInput[],
  passedBefore: Date | undefined,
): Promise<CircleOutcome> {
  return platform.database.transaction(async (executor) => {
    const circle = await lockCircle(executor, circleId);
    if (!circle) return { judged: 0, deadlines: [] };
    const now = platform.now();
    const session: JoinSession = { executor, circle, now, deciders: await loadDeciders(executor, circle) };
    const unjudged = await closeTickets(executor, inputs, now);
    const fresh = inputs
      .filter((input) => unjudged.has(input.objectKey))
      .sort((one, other) => (one.writtenAt?.getTime() ?? 0) - (other.writtenAt?.getTime() ?? 0));
    const deadlines: Date[] = [];
    for (const input of fresh) {
      const until = await judgeInput(platform, session, input);
      if (until) deadlines.push(until);
    }
    const expired = passedBefore ? await expireRequests(session, passedBefore) : 0;
    return { judged: fresh.length + expired, deadlines };
  });
}

/** Judges one input. Returns the expiry of the request if the input made it pending. */
async function judgeInput(
  platform: PublishingPlatform,
  session: JoinSession,
  input: FetchedInput,
): Promise<Date | undefined> {
  const place = parseObjectKey(input.objectKey);
  if (place?.kind === 'circle_join_approval') return judgeApproval(platform, session, input, place.parts);
  if (place?.kind !== 'circle_join_request') return undefined;
  const { circle, now } = session;
  const request = await findRequest(session.executor, circle.circleId, place.parts.request_id);
  if (request?.agentId !== place.parts.agent_id) return undefined;
  const content = readJoinRequest(input.content, place.parts, platform.config.requestBytes);
  const expiresAt = new Date(now.getTime() + getApproval(circle).expires_seconds * 1000);
  const asJudged =
    'problem' in content
      ? undefined
      : { requestSha256: content.sha256, note: keepable(content.note), expiresAt };
  const { status } = await carryOutJoin(session, request, { type: 'request', content }, asJudged);
  platform.metrics.inputsJudged.inc({ outcome: status === 'rejected' ? 'rejected' : 'accepted' });
  return status === 'pending' ? expiresAt : undefined;
}

async function judgeApproval(
  platform: PublishingPlatform,
  session: JoinSession,
  input: FetchedInput,
  place: { circle_id: string; reviewer_agent_id: string; request_id: string },
): Promise<undefined> {
  const { executor, now } = session;
  const { reviewer_agent_id: reviewer, request_id: requestId, circle_id: circleId } = place;
  const request = await findRequest(executor, circleId, requestId);
  if (!request) return;
  const content = readJoinApproval(input.content, place, platform.config.requestBytes);
  const { trustsLastModified } = collectTraits(platform.config.store);
  const at = trustsLastModified && input.writtenAt ? input.writtenAt : now;
  const outcome = await carryOutJoin(session, request, { type: 'approval', reviewer, at, content });
  platform.metrics.inputsJudged.inc({ outcome: outcome.refused ? 'rejected' : 'accepted' });
  await notifyReviewer(session, input.objectKey, place, outcome);
}

async function notifyReviewer(
  { executor, now }: JoinSession,
  objectKey: string,
  place: { circle_id: string; reviewer_agent_id: string; request_id: string },
  { refused: reason }: JoinOutcome,
): Promise<void> {
  await appendFeed(executor, [
    {
      agentId: place.reviewer_agent_id,
      eventType: 'circle.approval_judged',
      objectKey,
      occurredAt: now,
      payload: {
        circle_id: place.circle_id,
        request_id: place.request_id,
        outcome: reason === undefined ? 'counted' : 'refused',
        ...(reason === undefined ? {} : { reason }),
      },
    },
  ]);
}

async function expireRequests(session: JoinSession, passedBefore: Date): Promise<number> {
  const { circleJoinRequests } = tables;
  const due = await pendingRequests(session, lt(circleJoinRequests.expiresAt, passedBefore));
  for (const request of due) await carryOutJoin(session, request, { type: 'deadline', passedBefore });
  return due.length;
}

/** Counts votes again after members, roles or the policy have changed: earlier votes may suffice now. */
export async function recount(session: JoinSession): Promise<void> {
  for (const request of await pendingRequests(session))
    await carryOutJoin(session, request, { type: 'recount' });
}

async function pendingRequests(
  { executor, circle }: JoinSession,
  which?: ReturnType<typeof lt>,
): Promise<JoinRequestRow[]> {
  const { circleJoinRequests } = tables;
  return executor
    .select()
    .from(circleJoinRequests)
    .where(
      and(eq(circleJoinRequests.circleId, circle.circleId), eq(circleJoinRequests.status, 'pending'), which),
    )
    .orderBy(asc(circleJoinRequests.requestId));
}

async function findRequest(
  executor: Executor,
  circleId: string,
  requestId: string,
): Promise<JoinRequestRow | undefined> {
  const { circleJoinRequests } = tables;
  const [row] = await executor
    .select()
    .from(circleJoinRequests)
    .where(and(eq(circleJoinRequests.circleId, circleId), eq(circleJoinRequests.requestId, requestId)));
  return row;
}

/** Replaces NUL, which PostgreSQL rejects, so that one such note does not make the whole transaction fail. */
function keepable(note: string | undefined): string | null {
  return note?.replaceAll('\u0000', '\ufffd') ?? null;
}
