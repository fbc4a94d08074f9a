import type OSS from 'ali-oss';
import type { LifecycleRule } from '../port/object-store.ts';
import { replacedRules } from '../requests/lifecycle-request.ts';

/** Rule in the format of ali-oss: element names in lower camel case, text as strings. */
export type OssLifecycleRule = Partial<OSS.LifecycleRule> & Record<string, unknown>;

/** ali-oss returns `null` for no rules, and its type contains only a few of the elements. */
export function ossLifecycleRules(rules: unknown): OssLifecycleRule[] {
  return Array.isArray(rules) ? rules : [];
}

/** Returns the rules that our type can express completely; others (tags, transitions, disabled) are left out. */
export function readableRules(rules: readonly OssLifecycleRule[]): LifecycleRule[] {
  return rules.flatMap((rule) => {
    const { id, prefix, status, expiration, abortMultipartUpload, ...more } = rule;
    if (typeof id !== 'string' || typeof prefix !== 'string' || status !== 'Enabled') return [];
    const days = parseDays(expiration);
    const abortUploadsDays = parseDays(abortMultipartUpload);
    if (Object.keys(more).length > 0 || days === 'more' || abortUploadsDays === 'more') return [];
    if (days === undefined && abortUploadsDays === undefined) return [];
    return [
      {
        id,
        prefix,
        ...(days === undefined ? {} : { days }),
        ...(abortUploadsDays === undefined ? {} : { abortUploadsDays }),
      },
    ];
  });
}

/** Returns the days of a period; `more` if it contains anything else. */
function parseDays(period: unknown): number | 'more' | undefined {
  if (period === undefined) return undefined;
  if (typeof period !== 'object' || period === null) return 'more';
  const { days, ...otherwise } = period as OssLifecycleRule;
  return days === undefined || Object.keys(otherwise).length > 0 ? 'more' : Number(days);
}

/** Returns the complete configuration to put: the existing rules that are not replaced, then the given ones. Copies all rules. */
export function mergedRules(
  present: readonly OssLifecycleRule[],
  rules: readonly LifecycleRule[],
  ownedPrefix?: string,
): OssLifecycleRule[] {
  const isReplaced = replacedRules(rules, ownedPrefix);
  const foreign = present
    .filter(({ id }) => !isReplaced(id))
    .map((rule) => escaped(rule) as OssLifecycleRule);
  const own = rules.map(({ id, prefix, days, abortUploadsDays }) => ({
    id,
    prefix,
    status: 'Enabled' as const,
    ...(days === undefined ? {} : { expiration: { days } }),
    ...(abortUploadsDays === undefined ? {} : { abortMultipartUpload: { days: abortUploadsDays } }),
  }));
  return [...foreign, ...own] as OssLifecycleRule[];
}

/** ali-oss inserts text into its XML without escaping, so a foreign `&` would break the document. */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  }
  if (Array.isArray(value)) return value.map(escaped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, escaped(child)]));
}
