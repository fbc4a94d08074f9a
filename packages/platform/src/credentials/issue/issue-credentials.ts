import { type CompiledPolicy, compilePermissions, type KeyPermission } from '@agent-home/access';
import type { CredentialAnswer, CredentialRequest } from '@agent-home/http-contract';
import { type IssuedCredentials, ObjectStoreError } from '@agent-home/object-store';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import { traitsOf } from '../../foundation/settings/store-traits.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { recordParticipation } from '../../registry/tasks/record-participation.ts';
import {
  type AuditEntry,
  auditCredentials,
  type CredentialAudit,
  openCredentialAudit,
} from './audit-credentials.ts';
import { CredentialCache } from './credential-cache.ts';
import { lifetimeOf } from './credential-lifetime.ts';
import { requireDuration } from './credential-request.ts';
import {
  type AllowedGrant,
  type Containers,
  decideGrants,
  type FactReaders,
  loadContainers,
  openFactReaders,
} from './decide-grants.ts';
import { describeCredential, grantsOf, scopeOf } from './describe-credential.ts';
import { headsOf, loadHeads } from './heads.ts';
import { type NewTicket, recordTickets, ticketsOf } from './record-tickets.ts';
import { spend } from './spend-budget.ts';
import { TokenBudget } from './token-budget.ts';

/** What one process issues credentials with. */
export interface CredentialDesk extends FactReaders {
  cache: CredentialCache;
  budget: TokenBudget;
  audit: CredentialAudit;
}

export function openCredentialDesk(platform: IssuingPlatform): CredentialDesk {
  return {
    ...openFactReaders(platform),
    cache: new CredentialCache(),
    budget: new TokenBudget(platform.config.stsPerSecond),
    audit: openCredentialAudit(platform.database),
  };
}

/**
 * Authorises afresh from the database, records tickets and audit, and only then hands out credentials for exactly
 * what is allowed at this moment (openspec: credentials).
 */
export async function issueCredentials(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  agent: AgentRow,
  request: CredentialRequest,
): Promise<CredentialAnswer> {
  const durationSeconds = requireDuration(request.duration_seconds, platform.config.credentialDefaultSeconds);
  const { findHead } = desk.access;
  const [containers, heads] = await Promise.all([
    loadContainers(desk, agent, request.grants),
    loadHeads(findHead, agent.agentId, request.grants),
  ]);
  const { allowed, denied } = await decideGrants(
    platform,
    agent,
    request.grants,
    containers,
    durationSeconds,
  );
  const permissions = allowed.flatMap((item) => item.permissions);
  const policies = permissions.length === 0 ? [] : compile(platform, permissions);
  const issued = await issueAll(platform, desk, agent, {
    allowed,
    permissions,
    policies,
    containers,
    durationSeconds,
  });
  return {
    store: platform.config.store,
    heads: headsOf(
      heads,
      agent.agentId,
      allowed.map(({ grant }) => grant),
    ),
    credentials: issued.map(({ policy, credentials }) => describeCredential(policy, credentials, allowed)),
    denied,
  };
}

export function compile(platform: IssuingPlatform, permissions: KeyPermission[]): CompiledPolicy[] {
  const { store } = platform.config;
  return compilePermissions(permissions, { dialect: traitsOf(store).dialect, bucket: store.bucket });
}

interface IssuePlan {
  allowed: AllowedGrant[];
  permissions: KeyPermission[];
  policies: CompiledPolicy[];
  containers: Containers;
  durationSeconds: number;
}

async function issueAll(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  agent: AgentRow,
  plan: IssuePlan,
): Promise<{ policy: CompiledPolicy; credentials: IssuedCredentials }[]> {
  const now = platform.now();
  const { policies, allowed, containers, durationSeconds } = plan;
  if (policies.length === 0) return [];
  const { exposureSeconds } = platform.config;
  const lifetimes = policies.map((policy) =>
    lifetimeOf(policy, allowed, containers, { durationSeconds, exposureSeconds }),
  );
  const live = policies.map((policy, index) =>
    desk.cache.find(agent.agentId, policy.document, lifetimes[index] ?? durationSeconds, now),
  );
  // Before anything is written down: who is told to come back leaves no trace.
  const paid = policies.filter(
    ({ document }, index) => !live[index] && !desk.cache.isPlanned(agent.agentId, document),
  );
  spend(platform, desk.budget, agent, paid);
  const endPlan = desk.cache.plan(
    agent.agentId,
    paid.map(({ document }) => document),
  );
  try {
    return await issuePlanned(platform, desk, agent, plan, lifetimes, live);
  } finally {
    endPlan();
  }
}

async function issuePlanned(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  agent: AgentRow,
  plan: IssuePlan,
  lifetimes: number[],
  live: (IssuedCredentials | undefined)[],
): Promise<{ policy: CompiledPolicy; credentials: IssuedCredentials }[]> {
  const now = platform.now();
  const { policies, durationSeconds } = plan;
  const policyVersions = policyVersionsOf(plan.containers);
  const audits = await recordIssue(
    platform,
    desk,
    ticketsOf(agent.agentId, plan.permissions, now, platform.config),
    { agentId: agent.agentId, taskIds: tasksWritten(plan.allowed) },
    policies.map((policy, index) => {
      const reused = live[index];
      return {
        agentId: agent.agentId,
        scopes: grantsOf(policy, plan.allowed).map(scopeOf),
        policy,
        policyVersions,
        ...(reused ? { reused: { expiresAt: reused.expiration, storeRequestId: reused.requestId } } : {}),
      };
    }),
  );
  return Promise.all(
    policies.map(async (policy, index) => {
      const reused = live[index];
      platform.metrics.credentials.inc({ outcome: reused ? 'reused' : 'issued' });
      const credentials =
        reused ??
        (await assume(
          platform,
          desk,
          agent,
          policy,
          audits[index] ?? 0,
          lifetimes[index] ?? durationSeconds,
        ));
      return { policy, credentials };
    }),
  );
}

/** By kind and id: a topic and a task may have the same id. */
function policyVersionsOf(containers: Containers): Record<string, number> {
  return Object.fromEntries(
    Object.entries(containers).flatMap(([kind, found]: [string, Containers[keyof Containers]]) =>
      [...found].map(([id, { policyVersion }]) => [`${kind}/${id}`, policyVersion]),
    ),
  );
}

function tasksWritten(allowed: AllowedGrant[]): string[] {
  return allowed.flatMap(({ grant }) => (grant.type === 'task_write' ? [String(grant.task_id)] : []));
}

/** Tickets, participation and audit of one request commit together; without tickets its audit joins that of others. */
async function recordIssue(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  tickets: NewTicket[],
  participation: { agentId: string; taskIds: string[] },
  entries: AuditEntry[],
): Promise<number[]> {
  const { agentId, taskIds } = participation;
  if (tickets.length === 0 && taskIds.length === 0) return desk.audit.record(entries);
  return platform.database.transaction(async (transaction) => {
    if (tickets.length > 0) await recordTickets(transaction, tickets);
    await recordParticipation(transaction, agentId, taskIds);
    return auditCredentials(transaction, entries);
  });
}

async function assume(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  agent: AgentRow,
  policy: CompiledPolicy,
  auditId: number,
  durationSeconds: number,
): Promise<IssuedCredentials> {
  try {
    const lifetime = { durationSeconds, now: platform.now() };
    const credentials = await desk.cache.issue(agent.agentId, policy.document, lifetime, () =>
      platform.credentialIssuer.issue({
        sessionName: `home.${agent.agentId}`.slice(0, 64),
        policy: policy.document,
        durationSeconds,
      }),
    );
    const { expiration: expiresAt, requestId: storeRequestId } = credentials;
    await desk.audit.settle({ id: auditId, outcome: { expiresAt, storeRequestId } });
    return credentials;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    platform.metrics.credentials.inc({ outcome: 'failed' });
    if (error.code === 'throttled') desk.budget.drain();
    platform.log.error({ err: error }, 'the token service did not issue credentials');
    await desk.audit.settle({ id: auditId, outcome: { errorCode: error.code } });
    if (error.code === 'throttled')
      throw new PlatformError('rate_limited', 'the token service asks to slow down', {
        retryAfterSeconds: 2,
      });
    throw new PlatformError('credentials_unavailable', 'the token service is busy or away', {
      retryAfterSeconds: 2,
    });
  }
}
