import type { OverwriteRule } from '@agent-home/object-store';
import { ownedRulePrefix } from './lifecycle-plan.ts';

const roleArn = /^acs:ram::(\d+):role\/([A-Za-z0-9.-]+)$/;

/** Prefixes that no agent writes. */
const platformPrefixes = ['platform/', 'agents/all/', 'agents/prompts/', 'agents/presence/'];
/**
 * Prefixes where an agent writes each key once. With rules on these, no agent can write a key again after a
 * refusal.
 */
const inputPrefixes = ['topics/', 'circles/'];

/**
 * Returns rules by which the bucket itself keeps sessions of the agents' role from overwriting, as a second line of defence behind
 * their policies. They do not apply to the platform's own user, which does overwrite. Returns undefined if the name is not a role.
 */
export function overwriteRules(agentRoleArn: string, scope: 'platform' | 'all'): OverwriteRule[] | undefined {
  const [, account, role] = roleArn.exec(agentRoleArn) ?? [];
  if (account === undefined || role === undefined) return undefined;
  const principals = [`arn:sts::${account}:assumed-role/${role}/*`];
  const prefixes = scope === 'all' ? [...platformPrefixes, ...inputPrefixes] : platformPrefixes;
  return prefixes.map((prefix) => ({
    id: `${ownedRulePrefix}${prefix.slice(0, -1).replaceAll('/', '-')}`,
    prefix,
    principals,
  }));
}
