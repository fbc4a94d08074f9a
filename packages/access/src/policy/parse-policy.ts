import { JsonError, parseStrictJson } from '@agent-home/protocol';
import { isConditionOperator, operatorRule } from './condition-operators.ts';
import type {
  PatternList,
  PolicyCondition,
  PolicyDialect,
  PolicyDocument,
  PolicyStatement,
} from './policy-document.ts';
import { PolicyError } from './policy-error.ts';
import { parseRamResourceName, parseS3ResourceName } from './resource-name.ts';

const VERSIONS: Record<PolicyDialect, string> = { oss: '1', s3: '2012-10-17' };
const POLICY_FIELDS: Record<PolicyDialect, string[]> = {
  oss: ['Version', 'Statement'],
  s3: ['Version', 'Statement', 'ID'],
};
const STATEMENT_FIELDS = ['Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'];
const ACTION_PATTERNS: Record<PolicyDialect, RegExp> = {
  oss: /^(\*|[a-z0-9-]+:[A-Za-z*?]+)$/i,
  s3: /^(\*|s3:[A-Za-z*?]+)$/,
};
const CONDITION_KEYS: Record<PolicyDialect, RegExp> = {
  oss: /^(acs|oss):[A-Za-z0-9/_.-]+$/,
  s3: /^(aws|s3):[A-Za-z0-9/_.-]+$/,
};

type JsonObject = Record<string, unknown>;

function asObject(value: unknown, place: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PolicyError('malformed_policy', `${place} must be an object`);
  }
  return Object.fromEntries(Object.entries(value));
}

/** A field nobody reads could be one that restricts: refuse it, whatever the store would do. */
function refuseUnknownFields(object: JsonObject, known: string[], place: string): void {
  const unknown = Object.keys(object).find((field) => !known.includes(field));
  if (unknown !== undefined) throw new PolicyError('unknown_field', `${place} has an unknown field`);
}

function asStrings(value: unknown, place: string): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length === 0) throw new PolicyError('malformed_policy', `${place} must not be empty`);
  return values.map((item) => {
    if (typeof item !== 'string') throw new PolicyError('malformed_policy', `${place} must hold strings`);
    if (item.includes('${')) throw new PolicyError('unsupported_variable', `${place} holds a variable`);
    return item;
  });
}

function parsePatternList(statement: JsonObject, field: 'Action' | 'Resource', place: string): PatternList {
  const positive = statement[field];
  const negative = statement[`Not${field}`];
  if ((positive === undefined) === (negative === undefined)) {
    throw new PolicyError('malformed_policy', `${place} needs either ${field} or Not${field}`);
  }
  return negative === undefined
    ? { match: 'any', patterns: asStrings(positive, `${place}.${field}`) }
    : { match: 'none', patterns: asStrings(negative, `${place}.Not${field}`) };
}

function isResourcePattern(dialect: PolicyDialect, pattern: string): boolean {
  if (pattern === '*') return true;
  return (dialect === 'oss' ? parseRamResourceName(pattern) : parseS3ResourceName(pattern)) !== undefined;
}

/** RAM wants numbers and booleans quoted; MinIO takes them bare as well. */
function conditionValues(dialect: PolicyDialect, value: unknown, place: string): string[] {
  if (dialect === 'oss') return asStrings(value, place);
  const quote = (item: unknown) =>
    typeof item === 'number' || typeof item === 'boolean' ? String(item) : item;
  return asStrings(Array.isArray(value) ? value.map(quote) : quote(value), place);
}

function parseConditions(dialect: PolicyDialect, value: unknown, place: string): PolicyCondition[] {
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
  // An empty block reads as "no condition": the widest reading of what may be a mistake.
  if (conditions.length === 0) throw new PolicyError('malformed_policy', `${place} must not be empty`);
  return conditions;
}

function parseStatement(dialect: PolicyDialect, value: unknown, place: string): PolicyStatement {
  const statement = asObject(value, place);
  refuseUnknownFields(statement, dialect === 's3' ? [...STATEMENT_FIELDS, 'Sid'] : STATEMENT_FIELDS, place);
  const { Effect: effect, Condition: condition } = statement;
  if (effect !== 'Allow' && effect !== 'Deny') {
    throw new PolicyError('malformed_policy', `${place}.Effect must be Allow or Deny`);
  }
  const actions = parsePatternList(statement, 'Action', place);
  if (!actions.patterns.every((pattern) => ACTION_PATTERNS[dialect].test(pattern))) {
    throw new PolicyError('invalid_action', `${place} names no action of this dialect`);
  }
  const resources = parsePatternList(statement, 'Resource', place);
  if (!resources.patterns.every((pattern) => isResourcePattern(dialect, pattern))) {
    throw new PolicyError('invalid_resource', `${place} names no resource of this dialect`);
  }
  return {
    effect,
    actions,
    resources,
    conditions: parseConditions(dialect, condition, `${place}.Condition`),
  };
}

/** Strictly: of a doubled `Effect` or `Condition`, nobody knows which one the store reads. */
function parseJson(text: string): unknown {
  try {
    return parseStrictJson(new TextEncoder().encode(text));
  } catch (error) {
    if (error instanceof JsonError) throw new PolicyError('malformed_json', `not strict JSON: ${error.code}`);
    throw error;
  }
}

/**
 * Reads a policy document in one dialect. What is not understood with certainty is refused whole:
 * @throws PolicyError with a closed `code`.
 */
export function parsePolicy(text: string, dialect: PolicyDialect): PolicyDocument {
  const policy = asObject(parseJson(text), 'Policy');
  refuseUnknownFields(policy, POLICY_FIELDS[dialect], 'Policy');
  if (policy.Version !== VERSIONS[dialect]) {
    throw new PolicyError('unsupported_version', `Version must be "${VERSIONS[dialect]}"`);
  }
  if (!Array.isArray(policy.Statement)) {
    throw new PolicyError('malformed_policy', 'Statement must be an array');
  }
  return {
    dialect,
    statements: policy.Statement.map((item, index) => parseStatement(dialect, item, `Statement[${index}]`)),
  };
}
