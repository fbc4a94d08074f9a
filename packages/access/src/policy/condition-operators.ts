import { parseDateTime } from './date-time.ts';
import { ipRangeContains, isIpAddress, isIpRange } from './ip-address.ts';
import { matchesWildcard } from './wildcard.ts';

/** Validates a condition's value when the policy is parsed, and compares it with the value in the request. */
interface Comparison {
  isValue(value: string): boolean;
  /** Returns true if the request's own value is readable; if not, no operator on it holds. */
  isReadable(actual: string): boolean;
  holds(expected: string, actual: string): boolean;
}

interface OperatorRule {
  family: 'string' | 'numeric' | 'date' | 'bool' | 'ip';
  negated: boolean;
  comparison: Comparison;
}

const anything = () => true;

function text(holds: Comparison['holds']): Comparison {
  return { isValue: anything, isReadable: anything, holds };
}

const DECIMAL = /^[+-]?\d+(\.\d+)?$/;

function ordered(
  parse: (value: string) => number | undefined,
  holds: (expected: number, actual: number) => boolean,
): Comparison {
  return {
    isValue: (value) => parse(value) !== undefined,
    isReadable: (actual) => parse(actual) !== undefined,
    holds: (expected, actual) => {
      const left = parse(expected);
      const right = parse(actual);
      return left !== undefined && right !== undefined && holds(left, right);
    },
  };
}

function orderedRules(
  family: 'numeric' | 'date',
  parse: (value: string) => number | undefined,
): Record<
  'Equals' | 'NotEquals' | 'LessThan' | 'LessThanEquals' | 'GreaterThan' | 'GreaterThanEquals',
  OperatorRule
> {
  const rule = (holds: (expected: number, actual: number) => boolean, negated = false): OperatorRule => ({
    family,
    negated,
    comparison: ordered(parse, holds),
  });
  return {
    Equals: rule((expected, actual) => actual === expected),
    NotEquals: rule((expected, actual) => actual === expected, true),
    LessThan: rule((expected, actual) => actual < expected),
    LessThanEquals: rule((expected, actual) => actual <= expected),
    GreaterThan: rule((expected, actual) => actual > expected),
    GreaterThanEquals: rule((expected, actual) => actual >= expected),
  };
}

const numeric = orderedRules('numeric', (value) => (DECIMAL.test(value) ? Number(value) : undefined));
const date = orderedRules('date', parseDateTime);
const equals = text((expected, actual) => actual === expected);
const equalsIgnoreCase = text((expected, actual) => actual.toLowerCase() === expected.toLowerCase());
const like = text((expected, actual) => matchesWildcard(expected, actual));
const bool: Comparison = {
  isValue: (value) => /^(true|false)$/i.test(value),
  // A value that is neither `true` nor `false` equals neither, and Bool has no negated operator.
  isReadable: anything,
  holds: (expected, actual) => actual.toLowerCase() === expected.toLowerCase(),
};
const ipAddress: Comparison = {
  isValue: isIpRange,
  isReadable: isIpAddress,
  holds: ipRangeContains,
};

const conditionOperators = {
  StringEquals: { family: 'string', negated: false, comparison: equals },
  StringNotEquals: { family: 'string', negated: true, comparison: equals },
  StringEqualsIgnoreCase: { family: 'string', negated: false, comparison: equalsIgnoreCase },
  StringNotEqualsIgnoreCase: { family: 'string', negated: true, comparison: equalsIgnoreCase },
  StringLike: { family: 'string', negated: false, comparison: like },
  StringNotLike: { family: 'string', negated: true, comparison: like },
  NumericEquals: numeric.Equals,
  NumericNotEquals: numeric.NotEquals,
  NumericLessThan: numeric.LessThan,
  NumericLessThanEquals: numeric.LessThanEquals,
  NumericGreaterThan: numeric.GreaterThan,
  NumericGreaterThanEquals: numeric.GreaterThanEquals,
  DateEquals: date.Equals,
  DateNotEquals: date.NotEquals,
  DateLessThan: date.LessThan,
  DateLessThanEquals: date.LessThanEquals,
  DateGreaterThan: date.GreaterThan,
  DateGreaterThanEquals: date.GreaterThanEquals,
  Bool: { family: 'bool', negated: false, comparison: bool },
  IpAddress: { family: 'ip', negated: false, comparison: ipAddress },
  NotIpAddress: { family: 'ip', negated: true, comparison: ipAddress },
} as const satisfies Record<string, OperatorRule>;

export type ConditionOperator = keyof typeof conditionOperators;

export function isConditionOperator(name: string): name is ConditionOperator {
  return Object.hasOwn(conditionOperators, name);
}

export function operatorRule(operator: ConditionOperator): OperatorRule {
  return conditionOperators[operator];
}
