import type { ASTNode } from '@marcbachmann/cel-js';
import { compilePattern, PatternError } from '../patterns/compile-pattern.ts';
import { ConditionError, InvalidCondition } from './condition-error.ts';
import { type ConditionValue, computeSize, getMember, Timestamp } from './condition-value.ts';
import {
  boolean,
  type Compile,
  type Evaluate,
  judgeable,
  type Surroundings,
  text,
  unknown,
} from './expression.ts';

/** Compiles `size(x)`, `has(x.y)`, `timestamp('…')`. */
export function compileFunction(
  name: string,
  given: readonly ASTNode[],
  surroundings: Surroundings,
  compile: Compile,
): Evaluate {
  const [argument, second] = given;
  if (!argument || second) throw unknown(`${name}()`);
  if (name === 'size') return sizeFunction(compile(argument, surroundings));
  if (name === 'timestamp') return timestamp(argument);
  if (name === 'has' && argument.op === '.') {
    const [of, key] = argument.args;
    const owner = compile(of, surroundings);
    return (scope) => getMember(owner(scope), key) !== undefined;
  }
  throw unknown(`${name}()`);
}

/** Compiles `x.startsWith('…')`, `x.exists(each, …)`, `time.getHours()`. */
export function compileMethod(
  name: string,
  receiver: ASTNode,
  given: readonly ASTNode[],
  surroundings: Surroundings,
  compile: Compile,
): Evaluate {
  const of = compile(receiver, surroundings);
  const [first, second, third] = given;
  if (third) throw unknown(`${name}()`);
  if (!first) return withoutArguments(name, of);
  if (second) return overItems(name, { of, variable: first, holds: second, surroundings, compile });
  if (name === 'matches') return matching(of, first);
  const judge = Object.hasOwn(textMethods, name) ? textMethods[name] : undefined;
  if (!judge) throw unknown(`.${name}()`);
  const argument = compile(first, surroundings);
  return (scope) => {
    const [whole, part] = [text(of(scope)), text(argument(scope))];
    // The worst-case cost of a search is the product of both lengths.
    scope.meter.spend((whole.length * part.length) / 1_024);
    return judge(whole, part);
  };
}

const textMethods: Readonly<Record<string, (whole: string, part: string) => boolean>> = {
  startsWith: (whole, part) => whole.startsWith(part),
  endsWith: (whole, part) => whole.endsWith(part),
  contains: (whole, part) => whole.includes(part),
};

/** Uses UTC: `timeWindow` covers other time zones, and the machine's own zone would make replays differ. */
const clocks: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfWeek: (date) => date.getUTCDay(),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
};

function withoutArguments(name: string, of: Evaluate): Evaluate {
  if (name === 'size') return sizeFunction(of);
  if (name === 'lowerAscii')
    return (scope) => {
      const value = text(of(scope));
      scope.meter.spend(value.length / 16);
      return value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    };
  const clock = Object.hasOwn(clocks, name) ? clocks[name] : undefined;
  if (!clock) throw unknown(`.${name}()`);
  return (scope) => {
    const moment = of(scope);
    if (!(moment instanceof Timestamp)) throw ConditionError.of('wrong_type');
    return clock(new Date(moment.milliseconds));
  };
}

function sizeFunction(of: Evaluate): Evaluate {
  return (scope) => computeSize(of(scope), scope.meter);
}

function timestamp(argument: ASTNode): Evaluate {
  const written = argument.op === 'value' && typeof argument.args === 'string' ? argument.args : '';
  // Requires an offset, because a time without one depends on the machine's time zone.
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/.test(written);
  const milliseconds = isExact ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(milliseconds))
    throw new InvalidCondition("timestamp() needs a string such as '2026-05-01T08:00:00Z'");
  const moment = new Timestamp(milliseconds);
  return () => moment;
}

/** The pattern must be a literal in the condition; a pattern from the arguments would be chosen by the model. */
function matching(of: Evaluate, argument: ASTNode): Evaluate {
  if (argument.op !== 'value' || typeof argument.args !== 'string')
    throw new InvalidCondition('matches() needs a literal pattern');
  try {
    const pattern = compilePattern(argument.args);
    return (scope) => {
      const whole = text(of(scope));
      scope.meter.spend((whole.length * pattern.size) / 64);
      return pattern.matches(whole);
    };
  } catch (error) {
    if (error instanceof PatternError) throw new InvalidCondition(error.message);
    throw error;
  }
}

function overItems(
  name: string,
  {
    of,
    variable,
    holds,
    surroundings,
    compile,
  }: { of: Evaluate; variable: ASTNode; holds: ASTNode; surroundings: Surroundings; compile: Compile },
): Evaluate {
  if (name !== 'exists' && name !== 'all') throw unknown(`.${name}()`);
  if (variable.op !== 'id' || surroundings.known.names?.includes(variable.args))
    throw new InvalidCondition(`${name}() needs a new variable name as its first argument`);
  const judge = compile(holds, {
    ...surroundings,
    variables: [...surroundings.variables, variable.args],
  });
  const deciding = name === 'exists';
  return (scope) => {
    const list = of(scope);
    if (!Array.isArray(list)) throw ConditionError.of('wrong_type');
    let failed: ConditionError | undefined;
    for (const item of list as ConditionValue[]) {
      try {
        if (boolean(judge({ ...scope, variables: [...scope.variables, item] })) === deciding) return deciding;
      } catch (error) {
        failed ??= judgeable(error);
      }
    }
    if (failed) throw failed;
    return !deciding;
  };
}
