import type { CompiledPolicy } from '@agent-home/access';
import { type Executor, tables } from '@agent-home/database';
import { eq } from 'drizzle-orm';

export interface AuditEntry {
  agentId: string;
  scopes: string[];
  policy: CompiledPolicy;
  /** Policy versions of the containers opened, by id. */
  policyVersions: Record<string, number>;
  reused?: { expiresAt: Date; storeRequestId: string };
}

/** Written before the credential leaves; a reuse is as good as an issue. Never holds a secret. Returns row ids. */
export async function auditCredentials(executor: Executor, entries: AuditEntry[]): Promise<number[]> {
  if (entries.length === 0) return [];
  const rows = await executor
    .insert(tables.credentialAudit)
    .values(
      entries.map(({ agentId, scopes, policy, policyVersions, reused }) => ({
        agentId,
        scopes,
        keys: policy.permissions.map((permission) =>
          'key' in permission ? permission.key : `${permission.action} ${permission.prefix}*`,
        ),
        policyVersions: JSON.stringify(policyVersions),
        outcome: reused ? ('reused' as const) : ('pending' as const),
        expiresAt: reused?.expiresAt ?? null,
        storeRequestId: reused?.storeRequestId ?? null,
      })),
    )
    .returning({ id: tables.credentialAudit.id });
  return rows.map((row) => row.id);
}

export async function settleAudit(
  executor: Executor,
  id: number,
  outcome: { expiresAt: Date; storeRequestId: string } | { errorCode: string },
): Promise<void> {
  const { credentialAudit } = tables;
  await executor
    .update(credentialAudit)
    .set('errorCode' in outcome ? { outcome: 'failed', ...outcome } : { outcome: 'issued', ...outcome })
    .where(eq(credentialAudit.id, id));
}
