import type { BucketProtection, OverwriteRule } from '@agent-home/object-store';
import { ownedRulePrefix } from './lifecycle-plan.ts';
import { overwriteRules } from './overwrite-rules.ts';

export interface ProtectionPlan {
  publicAccess: 'blocked' | 'to_block';
  overwrite: { rules: OverwriteRule[]; isInPlace: boolean };
}

/** Returns the protections that the bucket lacks. Writes nothing. */
export async function inspectProtection(
  protection: BucketProtection,
  { roleArn, scope }: { roleArn: string; scope: 'platform' | 'all' },
): Promise<ProtectionPlan> {
  const rules = overwriteRules(roleArn, scope) ?? [];
  const present = await protection.getOverwriteRules();
  const own = present.filter(({ id }) => id.startsWith(ownedRulePrefix));
  return {
    publicAccess: (await protection.isPublicAccessBlocked()) ? 'blocked' : 'to_block',
    overwrite: { rules, isInPlace: fingerprint(own) === fingerprint(rules) },
  };
}

/** Blocks public access and adds our rules to those of others. Writes nothing if both are already in place. */
export async function protectBucket(
  protection: BucketProtection,
  settings: { roleArn: string; scope: 'platform' | 'all' },
): Promise<ProtectionPlan> {
  const plan = await inspectProtection(protection, settings);
  if (plan.publicAccess === 'to_block') await protection.blockPublicAccess();
  const { rules, isInPlace } = plan.overwrite;
  if (!isInPlace) await protection.putOverwriteRules(rules, ownedRulePrefix);
  return plan;
}

function fingerprint(rules: readonly OverwriteRule[]): string {
  const rows = rules.map(({ id, prefix, principals = [] }) => [id, prefix, ...principals].join(' '));
  return rows.sort().join('\n');
}
