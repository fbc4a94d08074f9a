import type { ASTNode } from '@marcbachmann/cel-js';
import { ConditionError, InvalidCondition } from './condition-error.ts';
import type { ConditionFacts } from './condition-facts.ts';
import type { ConditionValue } from './condition-value.ts';
import type { StepMeter } from './step-meter.ts';

/** What an expression is evaluated in. */
export interface Scope {
  facts: ConditionFacts;
  meter: StepMeter;
  /** Of `exists` and `all`, the innermost last. */
  variables: readonly ConditionValue[];
}
export type Evaluate = (scope: Scope) => ConditionValue;

/** What is known beforehand of what it is evaluated in. */
export interface Surroundings {
  variables: readonly string[];
}
export type Compile = (node: ASTNode, surroundings: Surroundings) => Evaluate;

/** What is no error of this one part, as that there are no steps left, is passed on at once. */
export function judgeable(error: unknown): ConditionError {
  if (error instanceof ConditionError && error.code !== 'too_many_steps') return error;
  throw error;
}

export function boolean(value: ConditionValue): boolean {
  if (typeof value !== 'boolean') throw ConditionError.of('wrong_type');
  return value;
}

export function text(value: ConditionValue): string {
  if (typeof value !== 'string') throw ConditionError.of('wrong_type');
  return value;
}

export function unknown(what: string): InvalidCondition {
  return new InvalidCondition(`"${what}" is not understood here: docs/policies.md says what is`);
}
