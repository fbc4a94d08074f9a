import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { Reducer } from '../run-log/index.ts';

/** Raised for a value that a reducer cannot combine. */
export class ReduceError extends Error {
  override readonly name = 'ReduceError';
  readonly code = 'reduce_type';
}

/**
 * Combines the values of state keys from several branches, in the order of the branches, after the value that the state already has.
 * @throws ReduceError
 */
export function reduceOutputs(
  outputs: readonly JsonValue[],
  reducers: Readonly<Record<string, Reducer>>,
  known: JsonObject,
): JsonObject {
  return Object.fromEntries(
    Object.entries(reducers).flatMap(([key, reducer]) => {
      const values = [known, ...outputs].flatMap((each) =>
        isObject(each) && Object.hasOwn(each, key) ? [each[key] as JsonValue] : [],
      );
      return values.length === 0 ? [] : [[key, combine(key, reducer, values)]];
    }),
  );
}

function combine(key: string, reducer: Reducer, values: readonly JsonValue[]): JsonValue {
  switch (reducer) {
    case 'append':
      return values.flatMap((value) => (Array.isArray(value) ? value : [value]));
    case 'merge':
      return Object.assign(
        {},
        ...values.map((value) => requireType(key, reducer, value, isObject)),
      ) as JsonObject;
    case 'sum':
      return numbers(key, reducer, values).reduce((total, value) => total + value, 0);
    case 'min':
      return Math.min(...numbers(key, reducer, values));
    case 'max':
      return Math.max(...numbers(key, reducer, values));
    case 'first':
      return values[0] as JsonValue;
    case 'last':
      return values.at(-1) as JsonValue;
  }
}

function numbers(key: string, reducer: Reducer, values: readonly JsonValue[]): number[] {
  return values.map((value) => requireType(key, reducer, value, isNumber));
}

function requireType<Value extends JsonValue>(
  key: string,
  reducer: Reducer,
  value: JsonValue,
  fits: (value: JsonValue) => value is Value,
): Value {
  if (fits(value)) return value;
  const needed = reducer === 'merge' ? 'objects' : 'numbers';
  throw new ReduceError(
    `the reducer ${reducer} of ${key} needs ${needed}: let each branch return one under ${key}`,
  );
}

function isNumber(value: JsonValue): value is number {
  return typeof value === 'number';
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
