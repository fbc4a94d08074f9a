import type { EvaluatorParts } from '../policy/compose-evaluator.ts';
import { conditionHolds } from '../policy/condition-match.ts';
import { operatorRule } from '../policy/condition-operators.ts';
import { evaluatorParts } from '../policy/evaluate-policy.ts';
import type { PolicyStatement } from '../policy/policy-document.ts';
import { resourceMatches } from '../policy/resource-match.ts';
import { matchesWildcard } from '../policy/wildcard.ts';

/** An evaluator with one mistake: in one of its parts, or in how it reads a statement. */
export interface Mutant {
  mistake: string;
  parts?: Partial<EvaluatorParts>;
  statement?: (statement: PolicyStatement) => PolicyStatement;
}

const bareWildcard = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '.')}$`,
  ).test(text);

export const mutants: Mutant[] = [
  {
    mistake: 'a resource matches every resource it is a prefix of',
    parts: {
      resourceMatches: (dialect, pattern, resource) => resourceMatches(dialect, `${pattern}*`, resource),
    },
  },
  {
    mistake: 'the case of resources is ignored',
    parts: {
      resourceMatches: (dialect, pattern, resource) =>
        resourceMatches(dialect, pattern.toLowerCase(), resource.toLowerCase()),
    },
  },
  {
    mistake: 'a wildcard reaches over the segments of a resource name',
    parts: { resourceMatches: (_dialect, pattern, resource) => matchesWildcard(pattern, resource) },
  },
  {
    mistake: 'a wildcard stops at a slash',
    parts: { resourceMatches: (_dialect, pattern, resource) => bareWildcard(pattern, resource) },
  },
  {
    mistake: 'the region and account of a resource are not looked at',
    parts: {
      resourceMatches: (dialect, pattern, resource) =>
        resourceMatches(dialect, pattern.replace(/^acs:oss:[^:]*:[^:]*:/, 'acs:oss:*:*:'), resource),
    },
  },
  {
    mistake: 'a bucket request on S3 is asked without its slash',
    parts: {
      resourceMatches: (dialect, pattern, resource) =>
        dialect === 's3' && !resource.slice('arn:aws:s3:::'.length).includes('/')
          ? pattern === '*' || matchesWildcard(pattern, resource)
          : resourceMatches(dialect, pattern, resource),
    },
  },
  {
    mistake: 'a key and the key with a slash after it are different on S3',
    parts: {
      resourceMatches: (dialect, pattern, resource) =>
        resource.endsWith('/')
          ? matchesWildcard(pattern, resource)
          : resourceMatches(dialect, pattern, resource),
    },
  },
  {
    mistake: 'a key and the key with a slash after it are the same on OSS',
    parts: {
      resourceMatches: (dialect, pattern, resource) =>
        resourceMatches(dialect, pattern, dialect === 'oss' ? resource.replace(/\/$/, '') : resource),
    },
  },
  {
    mistake: 'the case of RAM actions counts',
    parts: { actionMatches: (_dialect, pattern, action) => matchesWildcard(pattern, action) },
  },
  {
    mistake: 'the case of S3 actions is ignored',
    parts: {
      actionMatches: (_dialect, pattern, action) =>
        matchesWildcard(pattern.toLowerCase(), action.toLowerCase()),
    },
  },
  {
    mistake: 'an action matches every action it is a prefix of',
    parts: {
      actionMatches: (dialect, pattern, action) =>
        evaluatorParts.actionMatches(dialect, `${pattern}*`, action),
    },
  },
  {
    mistake: 'an allow wins over a deny',
    parts: {
      combineEffects: (effects) =>
        effects.includes('Allow') ? 'allow' : effects.includes('Deny') ? 'explicit_deny' : 'implicit_deny',
    },
  },
  {
    mistake: 'the last statement wins',
    parts: {
      combineEffects: (effects) => {
        const last = effects.at(-1);
        return last === 'Allow' ? 'allow' : last === 'Deny' ? 'explicit_deny' : 'implicit_deny';
      },
    },
  },
  {
    mistake: 'what nothing denies is allowed',
    parts: { combineEffects: (effects) => (effects.includes('Deny') ? 'explicit_deny' : 'allow') },
  },
  {
    mistake: 'a session adds to its role',
    parts: {
      combineSession: (session, role) =>
        [session, role].includes('explicit_deny')
          ? 'explicit_deny'
          : [session, role].includes('allow')
            ? 'allow'
            : 'implicit_deny',
    },
  },
  { mistake: 'the role of a session is not asked', parts: { combineSession: (session) => session } },
  { mistake: 'the session policy is not asked', parts: { combineSession: (_session, role) => role } },
  { mistake: 'conditions are ignored', parts: { conditionHolds: () => true } },
  {
    mistake: 'dates are compared as text',
    parts: {
      conditionHolds: (dialect, condition, context) => {
        const actual = context[condition.key];
        const expected = condition.values[0];
        if (actual === undefined || expected === undefined)
          return conditionHolds(dialect, condition, context);
        if (condition.operator === 'DateLessThan') return actual < expected;
        if (condition.operator === 'DateGreaterThan') return actual > expected;
        return conditionHolds(dialect, condition, context);
      },
    },
  },
  {
    mistake: 'numbers are compared as text',
    parts: {
      conditionHolds: (dialect, condition, context) => {
        const actual = context[condition.key];
        const expected = condition.values[0];
        return condition.operator === 'NumericLessThan' && actual !== undefined && expected !== undefined
          ? actual < expected
          : conditionHolds(dialect, condition, context);
      },
    },
  },
  {
    mistake: 'a missing context key satisfies a condition',
    parts: {
      conditionHolds: (dialect, condition, context) =>
        !(condition.key in context) || conditionHolds(dialect, condition, context),
    },
  },
  {
    mistake: 'a missing context key fails a negated condition on S3 too',
    parts: {
      conditionHolds: (_dialect, condition, context) => conditionHolds('oss', condition, context),
    },
  },
  {
    mistake: 'a negated condition holds as soon as one value differs',
    parts: {
      conditionHolds: (dialect, condition, context) =>
        operatorRule(condition.operator).negated
          ? condition.values.some((value) =>
              conditionHolds(dialect, { ...condition, values: [value] }, context),
            )
          : conditionHolds(dialect, condition, context),
    },
  },
  {
    mistake: 'every value of a condition must match',
    parts: {
      conditionHolds: (dialect, condition, context) =>
        condition.values.every((value) =>
          conditionHolds(dialect, { ...condition, values: [value] }, context),
        ),
    },
  },
  {
    mistake: 'only the first condition is looked at',
    statement: (statement) => ({ ...statement, conditions: statement.conditions.slice(0, 1) }),
  },
  {
    mistake: 'NotAction is read as Action',
    statement: (statement) => ({ ...statement, actions: { ...statement.actions, match: 'any' } }),
  },
  {
    mistake: 'NotResource is read as Resource',
    statement: (statement) => ({ ...statement, resources: { ...statement.resources, match: 'any' } }),
  },
];
