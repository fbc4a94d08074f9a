import type { ASTNode } from '@marcbachmann/cel-js';
import { ConditionError, InvalidCondition } from './condition-error.ts';
import type { ConditionValue } from './condition-value.ts';
import type { StepMeter } from './step-meter.ts';

/** Environment in which an expression is evaluated. */
export interface Scope {
  /** Value of a name that is no variable. @throws ConditionError */
  named(name: string): ConditionValue;
  meter: StepMeter;
  /** Variables of `exists` and `all`, innermost last. */
  variables: readonly ConditionValue[];
}
export type Evaluate = (scope: Scope) => ConditionValue;

/** Names that a condition may use in addition to its own variables. */
export interface KnownNames {
  /** Known names; undefined if they are known only at evaluation. */
  names: readonly string[] | undefined;
  /** Returns the members of a name, if they are always the same. */
  collectMembers(name: string): readonly string[] | undefined;
}

/** Names known at compile time. */
export interface Surroundings {
  variables: readonly string[];
  known: KnownNames;
}
export type Compile = (node: ASTNode, surroundings: Surroundings) => Evaluate;

/** Returns the error of this part of an expression. Rethrows other errors, such as an exhausted step budget. */
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
  return new InvalidCondition(`"${what}" is not supported in conditions: see docs/policies.md`);
}
