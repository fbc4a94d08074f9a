import { isConditionOperator, operatorRule } from './condition-operators.ts';
import type { PolicyCondition, PolicyDialect } from './policy-document.ts';
import { PolicyError } from './policy-error.ts';
import { asObject, asStrings } from './policy-fields.ts';

const CONDITION_KEYS: Record<PolicyDialect, RegExp> = {
  oss: /^(acs|oss):[A-Za-z0-9/_.-]+$/,
  s3: /^(aws|s3):[A-Za-z0-9/_.-]+$/,
};

/** RAM requires quoted numbers and booleans; MinIO accepts unquoted ones as well. */
function conditionValues(dialect: PolicyDialect, value: unknown, place: string): string[] {
  if (dialect === 'oss') return asStrings(value, place);
  const quote = (item: unknown) =>
    typeof item === 'number' || typeof item === 'boolean' ? String(item) : item;
  return asStrings(Array.isArray(value) ? value.map(quote) : quote(value), place);
}

export function parseConditions(dialect: PolicyDialect, value: unknown, place: string): PolicyCondition[] {
  if (value === undefined) return [];
  const conditions: PolicyCondition[] = [];
  for (const [operator, block] of Object.entries(asObject(value, place))) {
    if (!isConditionOperator(operator))
      throw new PolicyError('unknown_operator', `${place}: unknown operator`);
    const { comparison } = operatorRule(operator);
    for (const [key, keyValue] of Object.entries(asObject(block, `${place}.${operator}`))) {
      if (!CONDITION_KEYS[dialect].test(key)) {
        throw new PolicyError('invalid_condition_key', `${place}.${operator} names no condition key`);
      }
      const values = conditionValues(dialect, keyValue, `${place}.${operator}`);
      if (!values.every(comparison.isValue)) {
        throw new PolicyError('invalid_condition_value', `${place}.${operator} has a value of another type`);
      }
      conditions.push({ operator, key, values });
    }
  }
  // An empty block would mean "no condition", which is the widest interpretation of a possible mistake.
  if (conditions.length === 0) throw new PolicyError('malformed_policy', `${place} must not be empty`);
  return conditions;
}
