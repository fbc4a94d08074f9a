import type { RunApproval } from '@agent-home/protocol';
import { tables } from '../../database/index.ts';
import { toDecidedColumns } from '../../registry/approvals/certified-decision.ts';
import { isApproval } from '../../registry/approvals/request-approval.ts';
import type { CertifiedObject } from './read-certified.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/**
 * Updates questions of runs to the decisions that were certified after the backup. Otherwise they would be pending again, and an
 * approver could decide otherwise on a call that was decided.
 */
export async function rebuildApprovals(
  platform: RestoringPlatform,
  found: readonly CertifiedObject[],
): Promise<void> {
  for (const { object, place } of found) {
    if (place.kind !== 'run_approval') continue;
    // Verified against the schema of its kind when it was read.
    const approval = object as unknown as RunApproval;
    const changed = await platform.database
      .update(tables.runApprovals)
      .set(toDecidedColumns(approval))
      .where(isApproval(approval.agent_id, approval.approval_id))
      .returning({ approvalId: tables.runApprovals.approvalId });
    platform.report.count('decisions on calls rebuilt', changed.length);
  }
}
