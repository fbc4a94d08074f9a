import type { ConditionOperator } from './condition-operators.ts';

/** `oss`: Alibaba RAM, Version "1". `s3`: IAM as MinIO reads it, Version "2012-10-17". */
export type PolicyDialect = 'oss' | 's3';

export type PolicyEffect = 'Allow' | 'Deny';

/** List of patterns. `match: 'none'` is NotAction or NotResource: the statement applies to everything that these do not name. */
export interface PatternList {
  match: 'any' | 'none';
  patterns: string[];
}

/** One operator on one context key; `values` are alternatives. */
export interface PolicyCondition {
  operator: ConditionOperator;
  key: string;
  values: string[];
}

/** A statement of a policy. */
export interface PolicyStatement {
  effect: PolicyEffect;
  actions: PatternList;
  resources: PatternList;
  conditions: PolicyCondition[];
}

/** A policy after parsing. */
export interface PolicyDocument {
  dialect: PolicyDialect;
  statements: PolicyStatement[];
}

/**
 * One request as the store sees it.
 * `action`: `oss:GetObject`, `s3:GetObject`. `resource`: `acs:oss:{region}:{account}:{bucket}[/{key}]`
 * or `arn:aws:s3:::{bucket}[/{key}]`. `context`: condition keys such as `oss:Prefix` or
 * `acs:CurrentTime` (RFC 3339); a key the request does not have is left out.
 */
export interface PolicyRequest {
  action: string;
  resource: string;
  context: Record<string, string>;
}

/** Results of an evaluation; a request passes only with `allow`. */
export type PolicyDecision = 'allow' | 'explicit_deny' | 'implicit_deny';
