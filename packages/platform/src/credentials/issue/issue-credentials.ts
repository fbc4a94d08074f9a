import type { CompiledPolicy } from '@agent-home/access';
import type { CredentialAnswer, CredentialRequest } from '@agent-home/http-contract';
import type { IssuedCredentials } from '@agent-home/object-store';
import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { assumeRole } from './assume-role.ts';
import type { CredentialDesk } from './credential-desk.ts';
import { requireDuration } from './credential-request.ts';
import { type AllowedGrant, decideGrants, loadContainers } from './decide-grants.ts';
import { describeCredential } from './describe-credential.ts';
import { headsOf, loadHeads } from './heads.ts';
import { type PlannedCredential, planCredentials } from './plan-credentials.ts';
import { recordIssue } from './record-issue.ts';
import { spend } from './spend-budget.ts';

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
  const durationSeconds = requireDuration(request.duration_seconds, platform.config);
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
  const planned = planCredentials(platform, desk, agent, { allowed, containers, durationSeconds });
  const issued = await issuePlanned(platform, desk, agent, allowed, planned);
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

interface IssuedCredential {
  policy: CompiledPolicy;
  credentials: IssuedCredentials;
}

/** Spends the budget before anything is written, so that a request that is told to come back later leaves no rows. */
async function issuePlanned(
  platform: IssuingPlatform,
  desk: CredentialDesk,
  agent: AgentRow,
  allowed: AllowedGrant[],
  planned: PlannedCredential[],
): Promise<IssuedCredential[]> {
  if (planned.length === 0) return [];
  const paid = planned
    .filter(({ live, policy }) => !live && !desk.cache.isPlanned(agent.agentId, policy.document))
    .map(({ policy }) => policy);
  spend(platform, desk.budget, agent, paid);
  const endPlan = desk.cache.plan(
    agent.agentId,
    paid.map(({ document }) => document),
  );
  try {
    const audited = await recordIssue(platform, desk, agent, allowed, planned);
    return await Promise.all(
      audited.map(async (one) => {
        platform.metrics.credentials.inc({ outcome: one.live ? 'reused' : 'issued' });
        return { policy: one.policy, credentials: one.live ?? (await assumeRole(platform, desk, one)) };
      }),
    );
  } finally {
    endPlan();
  }
}
