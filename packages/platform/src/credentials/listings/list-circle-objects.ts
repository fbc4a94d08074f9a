import { joinApprovalDenial } from '@agent-home/access';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { type Database, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { getKey } from '../../judging/circles/carry-out-join.ts';
import { notFound } from '../../judging/circles/leave-circle.ts';
import { createHeadFinder } from '../../publication/outbox/published-heads.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import {
  type CircleForAgent,
  createCircleFinder,
  loadCirclesForAgent,
} from '../../registry/circles/load-circles.ts';

/**
 * Page of a circle's objects, for agents whose store does not let them list. It contains keys only; the certified content is read
 * in the bucket.
 */
export interface Page {
  after?: string | undefined;
  limit: number;
}

export async function listMembers(
  database: Database,
  agent: AgentRow,
  circleId: string,
  page: Page,
): Promise<{ members: { agent_id: string; role: string }[]; next?: string }> {
  await requireMember(database, agent, circleId);
  const { circleMembers } = tables;
  const rows = await database
    .select({ agent_id: circleMembers.agentId, role: circleMembers.role })
    .from(circleMembers)
    .where(
      and(
        eq(circleMembers.circleId, circleId),
        isNull(circleMembers.leftAt),
        gt(circleMembers.agentId, page.after ?? ''),
      ),
    )
    .orderBy(asc(circleMembers.agentId))
    .limit(page.limit + 1);
  return { members: rows.slice(0, page.limit), ...getNext(rows, page, ({ agent_id }) => agent_id) };
}

export interface PendingRequest {
  request_id: string;
  agent_id: string;
  object_key: string;
  /** Hash of the judged bytes, which an approval must contain. */
  request_sha256: string;
  /** Note of the candidate: text of an agent, and therefore untrusted. */
  note: string | null;
  created_at: string;
  expires_at: string;
  /** True if the requesting agent has already approved or rejected this request. */
  decided: boolean;
}

/** @throws PlatformError `not_found`, or `forbidden` for a member whose role does not decide */
export async function listJoinRequests(
  database: Database,
  agent: AgentRow,
  circleId: string,
  page: Page,
): Promise<{ requests: PendingRequest[]; next?: string }> {
  const circle = await requireMember(database, agent, circleId);
  const denial = joinApprovalDenial(circle.facts);
  if (denial) throw new PlatformError('forbidden', denial.message);
  const { circleJoinApprovals, circleJoinRequests } = tables;
  const rows = await database
    .select({ request: circleJoinRequests, decidedBy: circleJoinApprovals.reviewerAgentId })
    .from(circleJoinRequests)
    .leftJoin(
      circleJoinApprovals,
      and(
        eq(circleJoinApprovals.circleId, circleJoinRequests.circleId),
        eq(circleJoinApprovals.requestId, circleJoinRequests.requestId),
        eq(circleJoinApprovals.reviewerAgentId, agent.agentId),
      ),
    )
    .where(
      and(
        eq(circleJoinRequests.circleId, circleId),
        eq(circleJoinRequests.status, 'pending'),
        gt(circleJoinRequests.requestId, page.after ?? ''),
      ),
    )
    .orderBy(asc(circleJoinRequests.requestId))
    .limit(page.limit + 1);
  const requests = rows.slice(0, page.limit).map(
    ({ request, decidedBy }): PendingRequest => ({
      request_id: request.requestId,
      agent_id: request.agentId,
      object_key: getKey(request),
      request_sha256: request.requestSha256 ?? '',
      note: request.note,
      created_at: request.createdAt.toISOString(),
      expires_at: request.expiresAt?.toISOString() ?? '',
      decided: decidedBy !== null,
    }),
  );
  return { requests, ...getNext(rows, page, ({ request }) => request.requestId) };
}

function getNext<Row>(rows: Row[], { limit }: Page, getId: (row: Row) => string): { next?: string } {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last === undefined ? {} : { next: getId(last) };
}

/** Throws the same error for a missing circle and for one that the agent is not in, so that they cannot be distinguished. */
export async function requireMember(
  database: Database,
  agent: AgentRow,
  circleId: string,
): Promise<CircleForAgent> {
  const finder = createCircleFinder(database);
  const found = await loadCirclesForAgent(finder, createHeadFinder(database), agent.agentId, [circleId]);
  const circle = found.get(circleId);
  if (agent.standing !== 'admitted' || circle?.facts.role === undefined) throw notFound();
  return circle;
}
