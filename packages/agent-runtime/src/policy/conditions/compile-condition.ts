import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { compileExpression } from './compile-expression.ts';
import { ConditionError, InvalidCondition } from './condition-error.ts';
import { type ConditionFacts, factNames, getFact } from './condition-facts.ts';
import type { KnownNames, Scope } from './expression.ts';
import type { StepMeter } from './step-meter.ts';

/** Returns true if a rule holds for these facts. @throws ConditionError */
export type Condition = (facts: ConditionFacts, meter: StepMeter) => boolean;

const longestSource = 2_000;
/** Used for parsing only; its evaluation functions are never called. */
const parser = new Environment({
  limits: { maxAstNodes: 200, maxDepth: 20, maxListElements: 100, maxMapEntries: 0, maxCallArguments: 2 },
});

/**
 * Compiles a condition in CEL. `docs/policies.md` documents the supported subset: comparisons and lookups, but no arithmetic or
 * string building, so that values cannot grow. Every step is counted.
 * @throws InvalidCondition
 */
export function compileCondition(source: string): Condition {
  const judge = compile(source, factNames);
  return (facts, meter) => judge({ named: (name) => getFact(facts, name), meter, variables: [] });
}

/**
 * Compiles a condition over names that are known only at evaluation.
 * @throws InvalidCondition
 */
export function compile(source: string, known: KnownNames): (scope: Scope) => boolean {
  if (source.length > longestSource)
    throw new InvalidCondition(`the condition is longer than ${longestSource} characters: shorten it`);
  const evaluate = compileExpression(parse(source), { variables: [], known });
  return (scope) => {
    const value = evaluate(scope);
    if (typeof value !== 'boolean') throw ConditionError.of('wrong_type');
    return value;
  };
}

function parse(source: string): ASTNode {
  try {
    return parser.parse(source).ast;
  } catch (error) {
    const summary = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    throw new InvalidCondition(summary === '' ? 'the condition is not valid' : summary);
  }
}
