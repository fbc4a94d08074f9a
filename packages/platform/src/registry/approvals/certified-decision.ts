import { objectKey, type RunApproval, runApprovalSchema } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { Decider } from './decider.ts';

/** Returns the certified decision on a question, if the home has one: after a restore its question may be missing. */
export async function findCertifiedDecision(
  executor: Executor,
  agentId: string,
  approvalId: string,
): Promise<RunApproval | undefined> {
  const { publishedObjects } = tables;
  const [row] = await executor
    .select({ text: publishedObjects.confirmedText })
    .from(publishedObjects)
    .where(
      eq(
        publishedObjects.objectKey,
        objectKey('run_approval', { agent_id: agentId, approval_id: approvalId }),
      ),
    );
  return typeof row?.text === 'string' ? runApprovalSchema.parse(JSON.parse(row.text)) : undefined;
}

/** Returns the columns of a question with its certified decision. Tokens and users of its approvers are unknown. */
export function toDecidedColumns({ decision, decided_by, allow, reason, decided_at }: RunApproval) {
  const deciders = decided_by.map(
    ({ role, id, at }): Decider => ({ role, id, at, principal: `certified:${id}` }),
  );
  return {
    state: decision === 'approve' ? ('approved' as const) : ('denied' as const),
    deciders: JSON.stringify(deciders),
    allow: allow ?? null,
    reason,
    decidedAt: new Date(decided_at),
  };
}
