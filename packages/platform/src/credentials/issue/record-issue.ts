import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import type { UsedNonce } from '../../foundation/platform/request-nonces.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { recordParticipation } from '../../registry/tasks/record-participation.ts';
import { type Audited, auditCredentials } from './audit-credentials.ts';
import type { CredentialDesk } from './credential-desk.ts';
import type { AllowedGrant } from './decide-grants.ts';
import type { PlannedCredential } from './plan-credentials.ts';
import { recordTickets, ticketsOf } from './record-tickets.ts';

/**
 * Commits nonce, tickets, participation and audit of one request together. Without tickets it is one statement, shared
 * with other requests. Of a replay nothing is written. @throws NonceUsedError
 */
export async function recordIssue(
  platform: IssuingPlatform,
  desk: Pick<CredentialDesk, 'audit'>,
  { agentId }: AgentRow,
  allowed: AllowedGrant[],
  planned: PlannedCredential[],
  nonce: UsedNonce,
): Promise<Audited<PlannedCredential>[]> {
  const permissions = allowed.flatMap((item) => item.permissions);
  const tickets = ticketsOf(agentId, permissions, platform.now(), platform.config);
  const taskIds = tasksWritten(allowed);
  if (tickets.length === 0 && taskIds.length === 0) return desk.audit.record(planned, nonce);
  return platform.database.transaction(async (transaction) => {
    // First: a replay is refused before it waits for anybody's row.
    const audited = await auditCredentials(transaction, planned, nonce);
    if (tickets.length > 0) await recordTickets(transaction, tickets);
    await recordParticipation(transaction, agentId, taskIds);
    return audited;
  });
}

function tasksWritten(allowed: AllowedGrant[]): string[] {
  return allowed.flatMap(({ grant }) => (grant.type === 'task_write' ? [String(grant.task_id)] : []));
}
