import type { CompiledPolicy } from '@agent-home/access';
import { type Database, type Executor, jsonParameter, tables } from '@agent-home/database';
import { sql } from 'drizzle-orm';
import { gather } from '../../foundation/pace/gather.ts';

export interface AuditEntry {
  agentId: string;
  scopes: string[];
  policy: CompiledPolicy;
  /** Policy versions of the containers opened, by id. */
  policyVersions: Record<string, number>;
  reused?: { expiresAt: Date; storeRequestId: string };
}

export type AuditOutcome = { expiresAt: Date; storeRequestId: string } | { errorCode: string };

/** One row for every credential that leaves; those of requests that come at once are written together. */
export interface CredentialAudit {
  /** Durable when it resolves: afterwards the credentials may leave. Returns row ids. */
  record(entries: AuditEntry[]): Promise<number[]>;
  settle(settlement: { id: number; outcome: AuditOutcome }): Promise<void>;
}

export function openCredentialAudit(database: Database): CredentialAudit {
  return {
    record: gather(async (requests) => {
      const ids = (await auditCredentials(database, requests.flat())).values();
      return requests.map((entries) => entries.map(() => ids.next().value ?? 0));
    }),
    settle: gather((settlements) => settleAudits(database, settlements)),
  };
}

/** Written before the credential leaves; a reuse is as good as an issue. Never holds a secret. Returns row ids. */
export async function auditCredentials(executor: Executor, entries: AuditEntry[]): Promise<number[]> {
  if (entries.length === 0) return [];
  const { credentialAudit } = tables;
  const rows = await executor.execute<{ position: number; id: string }>(
    sql`with entry as materialized (
          select nextval(pg_get_serial_sequence('credential_audit', 'id')) as id, one.*
          from jsonb_to_recordset(${jsonParameter(entries.map(rowOf))}::jsonb) as one(
            position integer, agent_id text, scopes text[], keys text[], policy_versions text,
            outcome text, expires_at timestamptz, store_request_id text)
        ), written as (
          insert into ${credentialAudit}
            (id, agent_id, scopes, keys, policy_versions, outcome, expires_at, store_request_id)
          select id, agent_id, scopes, keys, policy_versions, outcome, expires_at, store_request_id from entry
        )
        select position, id from entry`,
  );
  const ids = new Map(rows.map(({ position, id }) => [position, Number(id)]));
  return entries.map((_, position) => ids.get(position) ?? 0);
}

function rowOf(entry: AuditEntry, position: number) {
  const { agentId, scopes, policy, policyVersions, reused } = entry;
  return {
    position,
    agent_id: agentId,
    scopes,
    keys: policy.permissions.map((permission) =>
      'key' in permission ? permission.key : `${permission.action} ${permission.prefix}*`,
    ),
    policy_versions: JSON.stringify(policyVersions),
    outcome: reused ? 'reused' : 'pending',
    expires_at: reused?.expiresAt ?? null,
    store_request_id: reused?.storeRequestId ?? null,
  };
}

async function settleAudits(
  database: Database,
  settlements: { id: number; outcome: AuditOutcome }[],
): Promise<undefined[]> {
  const { credentialAudit } = tables;
  const rows = settlements.map(({ id, outcome }) =>
    'errorCode' in outcome
      ? { id, outcome: 'failed', error_code: outcome.errorCode }
      : { id, outcome: 'issued', expires_at: outcome.expiresAt, store_request_id: outcome.storeRequestId },
  );
  await database.execute(
    sql`update ${credentialAudit} set outcome = one.outcome, expires_at = one.expires_at,
          store_request_id = one.store_request_id, error_code = one.error_code
        from jsonb_to_recordset(${jsonParameter(rows)}::jsonb) as one(
          id bigint, outcome text, expires_at timestamptz, store_request_id text, error_code text)
        where ${credentialAudit.id} = one.id`,
  );
  return settlements.map(() => undefined);
}
