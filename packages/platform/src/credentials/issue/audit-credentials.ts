import type { CompiledPolicy } from '@agent-home/access';
import type { IssuedCredentials } from '@agent-home/object-store';
import { sql } from 'drizzle-orm';
import { type Database, type Executor, jsonParameter, tables } from '../../database/index.ts';
import { createBatcher } from '../../foundation/concurrency/batcher.ts';
import { asynchronousCommitPart } from '../../foundation/platform/asynchronous-commit.ts';
import {
  freshAmong,
  insertNonces,
  NonceUsedError,
  type UsedNonce,
} from '../../foundation/platform/request-nonces.ts';

/** Audit record of a credential, written before it is returned. */
export interface AuditEntry {
  agentId: string;
  scopes: string[];
  policy: CompiledPolicy;
  /** Policy versions of the containers opened, by id. */
  policyVersions: Record<string, number>;
  /** Set if previously issued credentials are returned again. */
  live?: IssuedCredentials | undefined;
}

/** Entry with the id of its row. */
export type Audited<Entry extends AuditEntry> = Entry & { auditId: number };

type AuditOutcome = { expiresAt: Date; storeRequestId: string } | { errorCode: string };

/** Writes one row for every credential that is handed out; rows of simultaneous requests share a statement. */
export interface CredentialAudit {
  /**
   * Uses the request's nonce and writes its rows in one durable commit. Resolves once they are committed; only then may the
   * credentials be handed out. @throws NonceUsedError if the request is a replay, for which no rows are written
   */
  record<Entry extends AuditEntry>(entries: Entry[], nonce: UsedNonce): Promise<Audited<Entry>[]>;
  settle(settlement: { id: number; outcome: AuditOutcome }): Promise<void>;
}

interface AuditedRequest {
  nonce: UsedNonce;
  entries: AuditEntry[];
}

export function createCredentialAudit(database: Database): CredentialAudit {
  const write = createBatcher((requests: AuditedRequest[]) => insertAudits(database, requests));
  return {
    record: async (entries, nonce) => audited(entries, await write({ nonce, entries })),
    settle: createBatcher((settlements) => settleAudits(database, settlements)),
  };
}

/** Same as `record`, in a transaction that writes more. A reused credential gets a row like a new one; no row contains a secret. */
export async function auditCredentials<Entry extends AuditEntry>(
  executor: Executor,
  entries: Entry[],
  nonce: UsedNonce,
): Promise<Audited<Entry>[]> {
  const [ids] = await insertAudits(executor, [{ nonce, entries }]);
  return audited(entries, ids);
}

function audited<Entry extends AuditEntry>(entries: Entry[], ids: number[] | undefined): Audited<Entry>[] {
  if (!ids) throw new NonceUsedError();
  return entries.map((entry, index) => {
    const auditId = ids[index];
    if (auditId === undefined) throw new Error('a credential would leave without an audit row');
    return { ...entry, auditId };
  });
}

/** Returns the ids of each request's rows, in the order of its entries; undefined for a replay, which gets no rows. */
async function insertAudits(
  executor: Executor,
  requests: AuditedRequest[],
): Promise<(number[] | undefined)[]> {
  const { credentialAudit } = tables;
  const nonces = requests.map(({ nonce: { keyId, nonce } }) => ({ key_id: keyId, nonce }));
  const takeFirst = freshAmong(nonces);
  const rows = requests.flatMap(({ nonce, entries }, request) =>
    takeFirst(nonce)
      ? entries.map((entry, index) => ({ ...toRow(entry), ...nonces[request], request, index }))
      : [],
  );
  const written = await executor.execute<{
    key_id: string;
    nonce: string;
    request: number;
    index: number;
    id: string | null;
  }>(
    sql`with used as (${insertNonces(requests.map(({ nonce }) => nonce))}), entry as materialized (
          select nextval(pg_get_serial_sequence('credential_audit', 'id')) as id, one.*
          from jsonb_to_recordset(${jsonParameter(rows)}::jsonb) as one(
            request integer, index integer, key_id text, nonce text,
            agent_id text, scopes text[], keys text[], policy_versions text,
            outcome text, expires_at timestamptz, store_request_id text)
          join used using (key_id, nonce)
        ), written as (
          insert into ${credentialAudit}
            (id, agent_id, scopes, keys, policy_versions, outcome, expires_at, store_request_id)
          select id, agent_id, scopes, keys, policy_versions, outcome, expires_at, store_request_id from entry
        )
        select used.key_id, used.nonce, entry.request, entry.index, entry.id
        from used left join entry using (key_id, nonce)`,
  );
  const takeFresh = freshAmong(written);
  const answers = requests.map(({ nonce, entries }) =>
    takeFresh(nonce) ? new Array<number>(entries.length) : undefined,
  );
  for (const { request, index, id } of written) {
    const ids = id === null ? undefined : answers[request];
    if (ids) ids[index] = Number(id);
  }
  return answers;
}

function toRow(entry: AuditEntry) {
  const { agentId, scopes, policy, policyVersions, live } = entry;
  return {
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

/**
 * Does not wait for the disk, because the row that must exist before a credential is handed out is already committed. If the
 * database crashes within the second, the row stays `pending`, which means that a credential may have been handed out.
 */
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
    sql`with ${asynchronousCommitPart}
        update ${credentialAudit} set outcome = one.outcome, expires_at = one.expires_at,
          store_request_id = one.store_request_id, error_code = one.error_code
        from jsonb_to_recordset(${jsonParameter(rows)}::jsonb) as one(
          id bigint, outcome text, expires_at timestamptz, store_request_id text, error_code text), asynchronous_commit
        where ${credentialAudit.id} = one.id`,
  );
  return settlements.map(() => undefined);
}
