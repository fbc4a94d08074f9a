import type { CompiledPolicy } from '@agent-home/access';
import { type Database, type Executor, jsonParameter, tables } from '@agent-home/database';
import type { IssuedCredentials } from '@agent-home/object-store';
import { sql } from 'drizzle-orm';
import { gather } from '../../foundation/pace/gather.ts';

/** What is written down of a credential before it leaves. */
export interface AuditEntry {
  agentId: string;
  scopes: string[];
  policy: CompiledPolicy;
  /** Policy versions of the containers opened, by id. */
  policyVersions: Record<string, number>;
  /** Set where credentials that were issued before are handed out again. */
  live?: IssuedCredentials | undefined;
}

/** An entry with the row it was written to. */
export type Audited<Entry extends AuditEntry> = Entry & { auditId: number };

type AuditOutcome = { expiresAt: Date; storeRequestId: string } | { errorCode: string };

/** Writes one row for every credential that is handed out; rows of simultaneous requests share a statement. */
export interface CredentialAudit {
  /** Resolves once the rows are committed; only then may the credentials be handed out. */
  record<Entry extends AuditEntry>(entries: Entry[]): Promise<Audited<Entry>[]>;
  settle(settlement: { id: number; outcome: AuditOutcome }): Promise<void>;
}

export function openCredentialAudit(database: Database): CredentialAudit {
  const write = gather(async (requests: AuditEntry[][]) => {
    const ids = await insertAudits(database, requests.flat());
    return requests.map(() => ids);
  });
  return {
    record: async (entries) => audited(entries, await write(entries)),
    settle: gather((settlements) => settleAudits(database, settlements)),
  };
}

/** Writes the rows of one request. A reused credential gets a row as a new one does; no row holds a secret. */
export async function auditCredentials<Entry extends AuditEntry>(
  executor: Executor,
  entries: Entry[],
): Promise<Audited<Entry>[]> {
  return audited(entries, await insertAudits(executor, entries));
}

function audited<Entry extends AuditEntry>(entries: Entry[], ids: Map<AuditEntry, number>): Audited<Entry>[] {
  return entries.map((entry) => {
    const auditId = ids.get(entry);
    if (auditId === undefined) throw new Error('a credential would leave without an audit row');
    return { ...entry, auditId };
  });
}

async function insertAudits(executor: Executor, entries: AuditEntry[]): Promise<Map<AuditEntry, number>> {
  if (entries.length === 0) return new Map();
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
  return new Map(
    rows.flatMap(({ position, id }) => {
      const entry = entries[position];
      return entry ? [[entry, Number(id)] as const] : [];
    }),
  );
}

function rowOf(entry: AuditEntry, position: number) {
  const { agentId, scopes, policy, policyVersions, live } = entry;
  return {
    position,
    agent_id: agentId,
    scopes,
    keys: policy.permissions.map((permission) =>
      'key' in permission ? permission.key : `${permission.action} ${permission.prefix}*`,
    ),
    policy_versions: JSON.stringify(policyVersions),
    outcome: live ? 'reused' : 'pending',
    expires_at: live?.expiration ?? null,
    store_request_id: live?.requestId ?? null,
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
