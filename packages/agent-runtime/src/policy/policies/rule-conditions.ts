import { z } from 'zod';
import { type Condition, compileCondition } from '../conditions/compile-condition.ts';
import { ConditionError } from '../conditions/condition-error.ts';
import { compileTimeWindow, timeWindowSchema } from '../conditions/time-window.ts';

/** Conditions of a rule. An unknown member makes the policy invalid (ADR 0024). */
export const conditionsSchema = z.strictObject({
  /** CEL. */
  when: z.string().optional(),
  timeWindow: timeWindowSchema.optional(),
  notBefore: z.iso.datetime({ offset: true }).optional(),
  notAfter: z.iso.datetime({ offset: true }).optional(),
  approval: z.enum(['required', 'optional']).optional(),
});
export type RuleConditions = z.infer<typeof conditionsSchema>;

/**
 * Compiles the conditions of a rule, which must all hold; evaluation stops at the first that does not. Time conditions come first,
 * so that an expired rule costs nothing and cannot fail.
 * @throws InvalidCondition
 */
export function compileConditions({ when, timeWindow, notBefore, notAfter }: RuleConditions): Condition[] {
  const conditions: Condition[] = [];
  if (notBefore !== undefined) conditions.push(atTime(from(Date.parse(notBefore))));
  if (notAfter !== undefined) conditions.push(atTime(until(Date.parse(notAfter))));
  if (timeWindow !== undefined) conditions.push(atTime(compileTimeWindow(timeWindow)));
  if (when !== undefined) conditions.push(compileCondition(when));
  return conditions;
}

const from = (first: number) => (now: number) => now >= first;
const until = (last: number) => (now: number) => now <= last;

function atTime(holds: (now: number) => boolean): Condition {
  return ({ time }, meter) => {
    meter.spend(1);
    if (Number.isNaN(time)) throw ConditionError.of('unknown_time');
    return holds(time);
  };
}
