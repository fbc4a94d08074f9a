import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { recordParticipation } from '../../registry/tasks/record-participation.ts';
import { type Audited, auditCredentials } from './audit-credentials.ts';
import type { CredentialDesk } from './credential-desk.ts';
import type { AllowedGrant } from './decide-grants.ts';
import type { PlannedCredential } from './plan-credentials.ts';
import { recordTickets, ticketsOf } from './record-tickets.ts';

/**
 * Commits tickets, participation and audit of one request together. Without tickets only the audit is written, in a
 * statement shared with other requests.
 */
export async function recordIssue(
  platform: IssuingPlatform,
  desk: Pick<CredentialDesk, 'audit'>,
  { agentId }: AgentRow,
  allowed: AllowedGrant[],
  planned: PlannedCredential[],
): Promise<Audited<PlannedCredential>[]> {
  const permissions = allowed.flatMap((item) => item.permissions);
  const tickets = ticketsOf(agentId, permissions, platform.now(), platform.config);
  const taskIds = tasksWritten(allowed);
  if (tickets.length === 0 && taskIds.length === 0) return desk.audit.record(planned);
  return platform.database.transaction(async (transaction) => {
    if (tickets.length > 0) await recordTickets(transaction, tickets);
    await recordParticipation(transaction, agentId, taskIds);
    return auditCredentials(transaction, planned);
  });
}

function tasksWritten(allowed: AllowedGrant[]): string[] {
  return allowed.flatMap(({ grant }) => (grant.type === 'task_write' ? [String(grant.task_id)] : []));
}
