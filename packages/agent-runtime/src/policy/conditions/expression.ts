import type { ASTNode } from '@marcbachmann/cel-js';
import { ConditionError, InvalidCondition } from './condition-error.ts';
import type { ConditionValue } from './condition-value.ts';
import type { StepMeter } from './step-meter.ts';

/** What an expression is evaluated in. */
export interface Scope {
  /** What a name stands for that is no variable. @throws ConditionError */
  named(name: string): ConditionValue;
  meter: StepMeter;
  /** Of `exists` and `all`, the innermost last. */
  variables: readonly ConditionValue[];
}
export type Evaluate = (scope: Scope) => ConditionValue;

/** Which names a condition may use that are no variables of its own. */
export interface KnownNames {
  /** Those there are; undefined where they are only known when it is judged. */
  names: readonly string[] | undefined;
  /** The members that a name always has, where it has always the same. */
  membersOf(name: string): readonly string[] | undefined;
}

/** What is known beforehand of what it is evaluated in. */
export interface Surroundings {
  variables: readonly string[];
  known: KnownNames;
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
