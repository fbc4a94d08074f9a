import type { JsonObject } from '@agent-home/protocol';
import type { ConditionErrorCode } from '../../run-log/index.ts';
import { compile } from './compile-condition.ts';
import { ConditionError } from './condition-error.ts';
import { getMember } from './condition-value.ts';
import { StepMeter } from './step-meter.ts';

/** The value of the condition, or the reason of its failure, which counts as not met (ADR 0024). */
export type StateCondition = (state: JsonObject) => { holds: boolean; error?: ConditionErrorCode };

/**
 * Compiles a condition of a handoff or an edge (S3-83, S3-106), in the language of policies. Its names are known only at
 * evaluation, because they come from model output.
 * @throws InvalidCondition
 */
export function compileStateCondition(source: string): StateCondition {
  const judge = compile(source, { names: undefined, collectMembers: () => undefined });
  return (state) => {
    try {
      return {
        holds: judge({ named: (name) => lookUp(state, name), meter: new StepMeter(), variables: [] }),
      };
    } catch (error) {
      if (error instanceof ConditionError) return { holds: false, error: error.code };
      throw error;
    }
  };
}

function lookUp(state: JsonObject, name: string) {
  const value = getMember(state, name);
  if (value === undefined) throw ConditionError.of('no_such_key');
  return value;
}
