import type { CompiledPolicy } from '@agent-home/access';
import type { CredentialAnswer, CredentialRequest } from '@agent-home/http-contract';
import { type IssuedCredentials, sessionSeconds } from '@agent-home/object-store';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { IssuingPlatform, Platform } from '../../foundation/platform/platform.ts';
import { NonceUsedError, type UsedNonce } from '../../foundation/platform/request-nonces.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { recordParticipation } from '../../registry/tasks/record-participation.ts';
import { assumeRole } from './assume-role.ts';
import { type Audited, auditCredentials } from './audit-credentials.ts';
import type { WantedCredential } from './credential-cache.ts';
import type { CredentialContext } from './credential-context.ts';
import { describeCredential } from './describe-credential.ts';
import { collectHeads, loadHeads } from './heads.ts';
import { type AllowedGrant, decideGrants, loadContainers } from './load-grant-facts.ts';
import { type PlannedCredential, planCredentials } from './plan-credentials.ts';
import { collectTickets, recordTickets } from './record-tickets.ts';
import { isTurnWrite, type TokenServiceBudget } from './token-service-budget.ts';

const refusals = {
  home: 'the home requests more credentials than the token service allows; retry later',
  share:
    'the agent or its owner has used its share of the token service; use the current credentials, and retry later',
};

/**
 * Issues credentials for exactly the permissions of this moment (openspec: credentials). Authorises again from the database, then
 * uses the request's nonce and records tickets and audit in one durable commit. Credentials are handed out only after it.
 *
 * @throws NonceUsedError if the request is a replay
 */
export async function issueCredentials(
  platform: IssuingPlatform,
  desk: CredentialContext,
  agent: AgentRow,
  request: CredentialRequest,
  nonce: UsedNonce,
): Promise<CredentialAnswer> {
  const { heads, allowed, denied, planned, bought } = await usingNonceOnFailure(desk, nonce, () =>
    prepare(platform, desk, agent, request),
  );
  try {
    const audited = await recordIssue(platform, desk, agent, allowed, planned, nonce).catch(
      async (error: unknown) => {
        // Replaying an overheard request must not use up the agent's budget.
        bought.giveBack();
        // A rolled-back transaction has used no nonce. If the database is unavailable, the error of the commit
        // reports it.
        if (!(error instanceof NonceUsedError)) await desk.useNonce(nonce).catch(() => false);
        throw error;
      },
    );
    const issued = await Promise.all(audited.map((one) => handOut(platform, desk, one)));
    return {
      store: platform.config.store,
      heads: collectHeads(
        heads,
        agent.agentId,
        allowed.map(({ grant }) => grant),
      ),
      credentials: issued.map(({ policy, credentials }) => describeCredential(policy, credentials, allowed)),
      denied,
    };
  } finally {
    bought.end();
  }
}

/**
 * Uses the nonce of a request that is rejected before anything is written. Otherwise an eavesdropper could repeat a deferred
 * request and get the credential that its agent did not.
 */
async function usingNonceOnFailure<Result>(
  desk: CredentialContext,
  nonce: UsedNonce,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(await desk.useNonce(nonce))) throw new NonceUsedError();
    throw error;
  }
}

/** Decides and plans, and spends the budget before anything is written: a deferred request leaves no rows. */
async function prepare(
  platform: IssuingPlatform,
  desk: CredentialContext,
  agent: AgentRow,
  { duration_seconds, grants }: CredentialRequest,
) {
  const durationSeconds = requireDuration(duration_seconds, platform.config);
  const [containers, heads] = await Promise.all([
    loadContainers(desk, agent, grants),
    loadHeads(desk.access.findHead, agent.agentId, grants),
  ]);
  const { allowed, denied } = await decideGrants(platform, agent, grants, containers, durationSeconds);
  const planned = planCredentials(platform, desk, agent, { allowed, containers, durationSeconds });
  return { heads, allowed, denied, planned, bought: buy(platform, desk, agent, planned) };
}

/** Consumes the calls that these credentials cost, and records that this request is getting them until `end`. */
function buy(
  platform: IssuingPlatform,
  desk: CredentialContext,
  agent: AgentRow,
  planned: PlannedCredential[],
) {
  const wanted = ({ agentId, policy, lifetimeSeconds }: PlannedCredential): WantedCredential => ({
    agentId,
    policy: policy.document,
    lifetimeSeconds,
  });
  const paid = planned.filter((one) => !one.live && !desk.cache.isPlanned(wanted(one)));
  const giveBack = spend(
    platform,
    desk.budget,
    agent,
    paid.map(({ policy }) => policy),
  );
  return { giveBack, end: desk.cache.plan(paid.map(wanted)) };
}

interface HandedOut {
  policy: CompiledPolicy;
  credentials: IssuedCredentials;
}

async function handOut(
  platform: IssuingPlatform,
  desk: CredentialContext,
  one: Audited<PlannedCredential>,
): Promise<HandedOut> {
  platform.metrics.credentials.inc({ outcome: one.live ? 'reused' : 'issued' });
  return { policy: one.policy, credentials: one.live ?? (await assumeRole(platform, desk, one)) };
}

/**
 * Rejects a duration outside the range and never shortens it, so that an agent does not get less than it requested without
 * noticing.
 */
export function requireDuration(requested: number | undefined, config: PlatformConfig): number {
  const { credentialDefaultSeconds, credentialMaximumSeconds: most } = config;
  const seconds = requested ?? credentialDefaultSeconds;
  if (seconds < sessionSeconds.least || seconds > most) {
    throw new PlatformError(
      'duration_out_of_range',
      `duration_seconds must lie between ${sessionSeconds.least} and ${most}`,
      { path: 'duration_seconds' },
    );
  }
  return seconds;
}

/**
 * Commits nonce, tickets, participation and audit of one request together. Without tickets it is one statement, shared with other
 * requests. A replay writes nothing. @throws NonceUsedError
 */
async function recordIssue(
  platform: IssuingPlatform,
  desk: Pick<CredentialContext, 'audit'>,
  { agentId }: AgentRow,
  allowed: AllowedGrant[],
  planned: PlannedCredential[],
  nonce: UsedNonce,
): Promise<Audited<PlannedCredential>[]> {
  const permissions = allowed.flatMap((item) => item.permissions);
  const tickets = collectTickets(agentId, permissions, platform.now(), platform.config);
  const taskIds = tasksWritten(allowed);
  if (tickets.length === 0 && taskIds.length === 0) return desk.audit.record(planned, nonce);
  return platform.database.transaction(async (transaction) => {
    // Runs first, so that a replay is rejected before it waits for locked rows.
    const audited = await auditCredentials(transaction, planned, nonce);
    if (tickets.length > 0) await recordTickets(transaction, tickets);
    await recordParticipation(transaction, agentId, taskIds);
    return audited;
  });
}

function tasksWritten(allowed: AllowedGrant[]): string[] {
  return allowed.flatMap(({ grant }) => (grant.type === 'task_write' ? [String(grant.task_id)] : []));
}

/**
 * Consumes calls to the token service. Returns a function that gives them back if the request fails.
 *
 * @throws PlatformError `rate_limited` if the token service's limit or this agent's share is exhausted
 */
function spend(
  platform: Platform,
  budget: TokenServiceBudget,
  { agentId, ownerId }: AgentRow,
  policies: CompiledPolicy[],
): () => void {
  const isWrite = policies.some((policy) => isTurnWrite(policy.class));
  const taken = { agentId, ownerId, calls: policies.length, isWrite };
  const refusal = budget.take(taken);
  if (!refusal) return () => budget.giveBack(taken);
  const { reason, retryAfterSeconds } = refusal;
  platform.metrics.budgetRefusals.inc({ class: isWrite ? 'write' : 'read' });
  throw new PlatformError('rate_limited', refusals[reason], { retryAfterSeconds });
}
