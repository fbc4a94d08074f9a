import type OSS from 'ali-oss';
import type { LifecycleRule } from '../object-store.ts';

/** A rule as ali-oss reads and writes it: element names with a small first letter, text as strings. */
export type OssLifecycleRule = Partial<OSS.LifecycleRule> & Record<string, unknown>;

/** ali-oss answers `null` for no rules, and its type knows only a few of the elements. */
export function ossLifecycleRules(rules: unknown): OssLifecycleRule[] {
  return Array.isArray(rules) ? rules : [];
}

/** The rules that say no more than our type can; others (tags, transitions, disabled) are left out. */
export function readableRules(rules: readonly OssLifecycleRule[]): LifecycleRule[] {
  return rules.flatMap((rule) => {
    const { id, prefix, status, expiration, ...more } = rule;
    if (typeof id !== 'string' || typeof prefix !== 'string' || status !== 'Enabled') return [];
    if (Object.keys(more).length > 0 || typeof expiration !== 'object' || expiration === null) return [];
    const { days, ...otherwise } = expiration as OssLifecycleRule;
    if (days === undefined || Object.keys(otherwise).length > 0) return [];
    return [{ id, prefix, days: Number(days) }];
  });
}

/** The whole configuration to put: what is there under other ids, then the given rules. Makes copies. */
export function mergedRules(
  present: readonly OssLifecycleRule[],
  rules: readonly LifecycleRule[],
): OssLifecycleRule[] {
  const ids = new Set<unknown>(rules.map(({ id }) => id));
  const foreign = present.filter(({ id }) => !ids.has(id)).map((rule) => escaped(rule) as OssLifecycleRule);
  const own = rules.map(({ id, prefix, days }) => ({
    id,
    prefix,
    status: 'Enabled' as const,
    expiration: { days },
  }));
  return [...foreign, ...own];
}

/** ali-oss pastes text into its XML as it is, so that a foreign `&` would break the document. */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  }
  if (Array.isArray(value)) return value.map(escaped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, escaped(child)]));
}
