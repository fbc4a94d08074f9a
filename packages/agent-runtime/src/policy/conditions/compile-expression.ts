import type { ASTNode } from '@marcbachmann/cel-js';
import { nearestName } from '../../definition/index.ts';
import { compileFunction, compileMethod } from './compile-function.ts';
import { ConditionError, InvalidCondition } from './condition-error.ts';
import { areEqual, type ConditionValue, compare, getMember } from './condition-value.ts';
import {
  boolean,
  type Compile,
  type Evaluate,
  judgeable,
  type KnownNames,
  type Surroundings,
  unknown,
} from './expression.ts';
import type { StepMeter } from './step-meter.ts';

/** @throws InvalidCondition for an expression outside the language */
export const compileExpression: Compile = (node, surroundings) => {
  const evaluate = compileNode(node, surroundings);
  return (scope) => {
    scope.meter.spend(1);
    return evaluate(scope);
  };
};

const compileNode: Compile = (node, surroundings) => {
  const inner = (child: ASTNode) => compileExpression(child, surroundings);
  switch (node.op) {
    case 'value':
      return literal(node.args);
    case 'id':
      return named(node.args, surroundings);
    case '.': {
      const [of, key] = node.args;
      refuseUnknownMember(of, key, surroundings.known);
      return member(inner(of), () => key);
    }
    case '[]': {
      const [of, at] = node.args.map(inner);
      if (!of || !at) throw unknown('index');
      return member(of, at);
    }
    case 'list': {
      const items = node.args.map(inner);
      return (scope) => items.map((item) => item(scope)) as ConditionValue;
    }
    case '!_': {
      const of = inner(node.args);
      return (scope) => !boolean(of(scope));
    }
    case '-_':
      return negative(node.args);
    case '&&':
    case '||': {
      const [left, right] = node.args;
      return either(inner(left), inner(right), node.op === '||');
    }
    case '?:': {
      const [condition, then, otherwise] = node.args.map(inner);
      if (!condition || !then || !otherwise) throw unknown('?:');
      return (scope) => (boolean(condition(scope)) ? then(scope) : otherwise(scope));
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in': {
      const [left, right] = node.args;
      const judge = relations[node.op];
      const [first, second] = [inner(left), inner(right)];
      return (scope) => judge(first(scope), second(scope), scope.meter);
    }
    case 'call': {
      const [name, given] = node.args;
      return compileFunction(name, given, surroundings, compileExpression);
    }
    case 'rcall': {
      const [name, of, given] = node.args;
      return compileMethod(name, of, given, surroundings, compileExpression);
    }
    default:
      throw unknown(node.op);
  }
};

type Relation = (left: ConditionValue, right: ConditionValue, meter: StepMeter) => boolean;
const relations: Readonly<Record<'==' | '!=' | '<' | '<=' | '>' | '>=' | 'in', Relation>> = {
  '==': areEqual,
  '!=': (left, right, meter) => !areEqual(left, right, meter),
  '<': (left, right, meter) => compare(left, right, meter) < 0,
  '<=': (left, right, meter) => compare(left, right, meter) <= 0,
  '>': (left, right, meter) => compare(left, right, meter) > 0,
  '>=': (left, right, meter) => compare(left, right, meter) >= 0,
  in: (left, right, meter) => {
    if (Array.isArray(right)) return right.some((item) => areEqual(left, item, meter));
    if (typeof left !== 'string') throw ConditionError.of('wrong_type');
    return getMember(right, left) !== undefined;
  },
};

function literal(value: unknown): Evaluate {
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new InvalidCondition('the number is too large to be exact');
    return () => number;
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return () => value;
  if (typeof value === 'number') return () => value;
  throw new InvalidCondition('use only strings, numbers, true, false and null');
}

function negative(of: ASTNode): Evaluate {
  if (of.op !== 'value' || (typeof of.args !== 'bigint' && typeof of.args !== 'number')) throw unknown('-');
  return literal(-of.args);
}

function named(name: string, { variables, known }: Surroundings): Evaluate {
  const index = variables.lastIndexOf(name);
  if (index >= 0) return ({ variables: values }) => values[index] ?? null;
  if (known.names === undefined || known.names.includes(name)) return (scope) => scope.named(name);
  const names = [...known.names, ...variables];
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `use ${names.join(', ')}` : `did you mean "${nearest}"?`;
  throw new InvalidCondition(`unknown name "${name}"; ${hint}`);
}

/** Rejects `agent.nmae` once at compile time instead of failing at each evaluation. */
function refuseUnknownMember(of: ASTNode, key: string, known: KnownNames): void {
  const members = of.op === 'id' ? known.collectMembers(of.args) : undefined;
  if (members && !members.includes(key))
    throw new InvalidCondition(`unknown name "${String(of.args)}.${key}"; use ${members.join(', ')}`);
}

function member(of: Evaluate, key: Evaluate): Evaluate {
  return (scope) => {
    const value = of(scope);
    const at = key(scope);
    if (Array.isArray(value)) {
      if (typeof at !== 'number') throw ConditionError.of('wrong_type');
      const item = value[at];
      if (item === undefined) throw ConditionError.of('no_such_key');
      return item;
    }
    if (typeof at !== 'string') throw ConditionError.of('wrong_type');
    const found = getMember(value, at);
    if (found === undefined) throw ConditionError.of('no_such_key');
    return found;
  };
}

/** A deciding side decides even if the other one fails. */
function either(left: Evaluate, right: Evaluate, deciding: boolean): Evaluate {
  return (scope) => {
    let failed: ConditionError | undefined;
    try {
      if (boolean(left(scope)) === deciding) return deciding;
    } catch (error) {
      failed = judgeable(error);
    }
    const second = boolean(right(scope));
    if (failed && second !== deciding) throw failed;
    return second;
  };
}
