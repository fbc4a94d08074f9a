import type { OverwriteRule } from '@agent-home/object-store';
import { ownedRulePrefix } from './lifecycle-plan.ts';

const roleArn = /^acs:ram::(\d+):role\/([A-Za-z0-9.-]+)$/;

/** What no agent ever has any business to write. */
const platformPrefixes = ['platform/', 'agents/all/', 'agents/prompts/', 'agents/presence/'];
/** What an agent writes once. An agent whose line was refused writes the same key again: not with these rules. */
const inputPrefixes = ['topics/', 'circles/'];

/**
 * Rules against overwriting by sessions of the agents' role, a wall of the bucket itself behind both policies. They
 * never name the platform's own user, which writes its objects over. Undefined for what is no role.
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
