import type { BoundPolicies, HomePolicies, PolicyList, ShownHomePolicies } from '@agent-home/http-contract';
import { asc, inArray } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { type Actor, lockOwnAgent, requireNotWithdrawn } from '../agents/own-agent.ts';
import { compileBundles } from '../policy-bundles/compile-bundles.ts';
import { homePolicies, lockHomePolicies, replaceHomePolicies } from '../policy-bundles/home-policies.ts';
import { ownPolicies } from '../policy-bundles/own-policies.ts';
import { type ListedPolicy, type ReadPolicy, readPolicies } from '../policy-bundles/read-policies.ts';
import { agentList, homeList, lastChange, listVersion, requireListVersion } from './list-version.ts';

/**
 * Replaces the policies of one agent and certifies its bundle. An empty list unbinds all of them.
 * @throws PlatformError `invalid_input` for a policy that cannot be judged; `unknown_agent` also for an agent of another owner;
 * `version_taken` if the list is not the expected one
 */
export async function bindAgentPolicies(
  platform: Platform,
  agentId: string,
  list: PolicyList,
  actor: Actor,
): Promise<BoundPolicies> {
  const policies = readPolicies(list.policies);
  const { streams, version } = await actTransaction(withNames(platform, policies), async (transaction) => {
    await lockHomePolicies(transaction, 'read');
    requireNotWithdrawn(await lockOwnAgent(transaction, agentId, actor));
    const before = await ownPolicies(transaction, agentId);
    await requireListVersion(transaction, agentList(agentId), before, list.expected_version);
    const own = policies.map((policy): ListedPolicy => ({ ...policy, bound_by: 'owner' }));
    const always = platform.config.requirePolicyBundle;
    const compiled = await compileBundles(platform, transaction, [agentId], { own, always });
    return { streams: compiled.streams, version: compiled.versions.get(agentId) ?? 0 };
  });
  await Promise.all(streams.map((stream) => platform.wake.stream(stream)));
  return { agent_id: agentId, bundle_version: version, policies: policies.map(toName) };
}

/**
 * Replaces the policies of all agents, present and later ones, and certifies the bundle of each present agent in one transaction.
 * @throws PlatformError `invalid_input`; `version_taken` if the list is not the expected one
 */
export async function bindHomePolicies(platform: Platform, list: PolicyList): Promise<HomePolicies> {
  const policies = readPolicies(list.policies);
  const { streams, agents } = await actTransaction(withNames(platform, policies), async (transaction) => {
    await lockHomePolicies(transaction, 'change');
    const before = await homePolicies(transaction);
    await requireListVersion(transaction, homeList, before, list.expected_version);
    await replaceHomePolicies(transaction, policies);
    const agentIds = await presentAgents(transaction);
    const always = platform.config.requirePolicyBundle;
    const compiled = await compileBundles(platform, transaction, agentIds, { always });
    return { streams: compiled.streams, agents: compiled.streams.length };
  });
  await Promise.all(streams.map((stream) => platform.wake.stream(stream)));
  return { changed_bundles: agents, policies: policies.map(toName) };
}

/** Returns the policies that are bound to all agents. */
export async function showHomePolicies({ database }: Pick<Platform, 'database'>): Promise<ShownHomePolicies> {
  const [policies, changed] = await Promise.all([homePolicies(database), lastChange(database, homeList)]);
  return {
    policies: policies.map(({ bound_by: _, ...policy }) => policy),
    list_version: listVersion(policies),
    ...(changed === undefined ? {} : { changed }),
  };
}

/**
 * Certifies a bundle for each agent without one, once the home requires bundles. Bundles of other agents stay as they are.
 */
export async function completePolicyBundles(platform: Platform): Promise<void> {
  if (!platform.config.requirePolicyBundle) return;
  const streams = await platform.database.transaction(async (transaction) => {
    await lockHomePolicies(transaction, 'read');
    return (await compileBundles(platform, transaction, await presentAgents(transaction), { always: true }))
      .streams;
  });
  await Promise.all(streams.map((stream) => platform.wake.stream(stream)));
}

/** Agents with a card. A registered agent gets the policies of the home at its admission. */
async function presentAgents(executor: Executor): Promise<string[]> {
  const { agents } = tables;
  const rows = await executor
    .select({ agentId: agents.agentId })
    .from(agents)
    .where(inArray(agents.standing, ['admitted', 'suspended']))
    .orderBy(asc(agents.agentId));
  return rows.map(({ agentId }) => agentId);
}

/** Adds the names and hashes of the policies to the act for the audit log. */
function withNames(platform: Platform, policies: readonly ReadPolicy[]): Platform {
  const { act } = platform;
  return act ? { ...platform, act: { ...act, details: { policies: policies.map(toName) } } } : platform;
}

function toName({ name, version, sha256 }: ReadPolicy) {
  return { name, version, sha256 };
}
