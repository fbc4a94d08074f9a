import { operatorRule } from './condition-operators.ts';
import type { PolicyCondition, PolicyDialect } from './policy-document.ts';

/** IAM ignores the case of a condition key's name; RAM documents one spelling of each. */
function contextValue(dialect: PolicyDialect, context: Record<string, string>, key: string) {
  if (dialect === 'oss') return Object.hasOwn(context, key) ? context[key] : undefined;
  const wanted = key.toLowerCase();
  return Object.entries(context).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/**
 * True if the condition holds. Values are alternatives; a negated operator holds if none of them matches. A key that is missing in
 * the request fails the condition, except that IAM lets a negated string or address hold then.
 */
export function conditionHolds(
  dialect: PolicyDialect,
  condition: PolicyCondition,
  context: Record<string, string>,
): boolean {
  const { family, negated, comparison } = operatorRule(condition.operator);
  const actual = contextValue(dialect, context, condition.key);
  if (actual === undefined) {
    return dialect === 's3' && negated && (family === 'string' || family === 'ip');
  }
  if (!comparison.isReadable(actual)) return false;
  return condition.values.some((value) => comparison.holds(value, actual)) !== negated;
}
