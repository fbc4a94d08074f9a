import type { ConditionFailure, DecidingRule } from '../../run-log/index.ts';
import type { Decision, DecisionCode, Effect } from './decision.ts';

/** Opinion of one layer: its effect, the rule behind it, and a code unless it allows. */
export interface Opinion {
  rule: DecidingRule;
  code?: DecisionCode;
}

interface Told {
  opinions: readonly Opinion[];
  failures: ConditionFailure[];
}

/** Strength of an effect. */
const strength: Readonly<Record<Effect, number>> = { deny: 3, confirm: 2, allow: 1 };

/** True if the first opinion leaves less than the second. */
export function isStricter(one: Opinion, other: Opinion): boolean {
  return strength[one.rule.effect] > strength[other.rule.effect];
}

/**
 * Returns the strongest opinion: deny over confirm over allow. Among equals the first layer provides the code, and all rules are
 * named.
 */
export function strongest({ opinions, failures }: Told): Decision {
  let first: Opinion | undefined;
  let rules: DecidingRule[] = [];
  for (const opinion of opinions) {
    const { rule } = opinion;
    if (first && strength[rule.effect] < strength[first.rule.effect]) continue;
    if (first && rule.effect === first.rule.effect) {
      rules.push(rule);
      continue;
    }
    first = opinion;
    rules = [rule];
  }
  // A call that no rule allows is denied.
  if (!first) return { effect: 'deny', code: 'tool_not_allowed', rules: [nobodyAllows] };
  const { rule, code } = first;
  return {
    effect: rule.effect,
    ...(code === undefined ? {} : { code }),
    rules,
    ...(failures.length === 0 ? {} : { condition_errors: failures }),
  };
}

const nobodyAllows: DecidingRule = { layer: 'runtime', rule: 'default', effect: 'deny' };
