import { JsonError, parseStrictJson } from '@agent-home/protocol';
import { parseConditions } from './parse-conditions.ts';
import type { PatternList, PolicyDialect, PolicyDocument, PolicyStatement } from './policy-document.ts';
import { PolicyError } from './policy-error.ts';
import {
  asObject,
  asStrings,
  type JsonObject,
  POLICY_FIELDS,
  refuseUnknownFields,
  STATEMENT_FIELDS,
} from './policy-fields.ts';
import { parseRamResourceName, parseS3ResourceName } from './resource-name.ts';

const VERSIONS: Record<PolicyDialect, string> = { oss: '1', s3: '2012-10-17' };
const ACTION_PATTERNS: Record<PolicyDialect, RegExp> = {
  oss: /^(\*|[a-z0-9-]+:[A-Za-z*?]+)$/i,
  s3: /^(\*|s3:[A-Za-z*?]+)$/,
};

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

/** Parses strictly: stores differ in which of two `Effect` or `Condition` members they read. */
function parseJson(text: string): unknown {
  try {
    return parseStrictJson(new TextEncoder().encode(text));
  } catch (error) {
    if (error instanceof JsonError) throw new PolicyError('malformed_json', `not strict JSON: ${error.code}`);
    throw error;
  }
}

/**
 * Parses a policy document in one dialect. A document that is not understood with certainty is refused as a whole.
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
