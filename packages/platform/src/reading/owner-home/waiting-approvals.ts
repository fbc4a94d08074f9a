import { approvalRequestSchema, type Waiting } from '@agent-home/http-contract';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';

/** Limit of returned questions. */
const most = 50;

/** Returns the calls of these agents that wait for an approver, the one that expires first in front. */
export async function waitingApprovals(
  executor: Executor,
  agentIds: readonly string[],
  now: Date,
): Promise<Waiting[]> {
  if (agentIds.length === 0) return [];
  const { runApprovals } = tables;
  const rows = await executor
    .select()
    .from(runApprovals)
    .where(
      and(
        inArray(runApprovals.agentId, [...agentIds]),
        eq(runApprovals.state, 'pending'),
        gt(runApprovals.expiresAt, now),
      ),
    )
    .orderBy(asc(runApprovals.expiresAt), asc(runApprovals.agentId), asc(runApprovals.approvalId))
    .limit(most);
  return rows.map(({ agentId, approvalId, request, requestedAt, expiresAt }) => ({
    kind: 'run_approval',
    agent_id: agentId,
    id: `run_approval/${agentId}/${approvalId}`,
    at: requestedAt.toISOString(),
    until: expiresAt.toISOString(),
    text: approvalRequestSchema.parse(JSON.parse(request)).tool,
  }));
}
