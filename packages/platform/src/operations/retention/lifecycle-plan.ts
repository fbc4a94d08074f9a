import type { LifecycleRule } from '@agent-home/object-store';
import type { RetentionSettings } from '../../foundation/settings/config.ts';
import { retentionTable, uploadPrefix } from './retention-table.ts';

/** Prefix of the ids of our lifecycle rules; other rules of the bucket belong to others. */
export const ownedRulePrefix = 'agent-home-';

/** Returns the lifecycle rules for the bucket. `hasUploadRules` is true if a rule can abort unfinished uploads. */
export function lifecycleRules(settings: RetentionSettings, hasUploadRules: boolean): LifecycleRule[] {
  const expiries = Object.entries(retentionTable).flatMap(([kind, retention]) =>
    'by' in retention && retention.by === 'bucket'
      ? [
          {
            id: `${ownedRulePrefix}${kind.replaceAll('_', '-')}s`,
            prefix: retention.prefix,
            days: settings[retention.period],
          },
        ]
      : [],
  );
  const uploads = {
    id: `${ownedRulePrefix}unfinished-uploads`,
    prefix: uploadPrefix,
    abortUploadsDays: settings.unfinishedUploadDays,
  };
  return hasUploadRules ? [...expiries, uploads] : expiries;
}

export interface LifecyclePlan {
  /** Our complete set of rules afterwards. */
  rules: LifecycleRule[];
  added: LifecycleRule[];
  changed: { before: LifecycleRule; after: LifecycleRule }[];
  removed: LifecycleRule[];
  /** Ids of readable rules that are not ours, and stay. */
  foreign: string[];
}

/** Compares a bucket's rules with those it should have. */
export function planLifecycle(present: readonly LifecycleRule[], rules: LifecycleRule[]): LifecyclePlan {
  const found = new Map(present.map((rule) => [rule.id, rule]));
  const wanted = new Set(rules.map(({ id }) => id));
  const isOurs = ({ id }: LifecycleRule) => id.startsWith(ownedRulePrefix);
  return {
    rules,
    added: rules.filter(({ id }) => !found.has(id)),
    changed: rules.flatMap((after) => {
      const before = found.get(after.id);
      return before && !isSame(before, after) ? [{ before, after }] : [];
    }),
    removed: present.filter((rule) => isOurs(rule) && !wanted.has(rule.id)),
    foreign: present.filter((rule) => !isOurs(rule)).map(({ id }) => id),
  };
}

export function isInPlace({ added, changed, removed }: LifecyclePlan): boolean {
  return added.length + changed.length + removed.length === 0;
}

function isSame(one: LifecycleRule, other: LifecycleRule): boolean {
  return (
    one.prefix === other.prefix && one.days === other.days && one.abortUploadsDays === other.abortUploadsDays
  );
}
