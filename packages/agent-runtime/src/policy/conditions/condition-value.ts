import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { ConditionError } from './condition-error.ts';
import type { StepMeter } from './step-meter.ts';

/** A moment, in milliseconds since 1970. */
export class Timestamp {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
}

/** Result of an expression: JSON or a timestamp. */
export type ConditionValue = JsonValue | Timestamp;

/** Characters that are compared in one step. */
const charactersOfStep = 64;

export function areEqual(left: ConditionValue, right: ConditionValue, meter: StepMeter): boolean {
  meter.spend(1);
  if (left instanceof Timestamp || right instanceof Timestamp)
    return (
      left instanceof Timestamp && right instanceof Timestamp && left.milliseconds === right.milliseconds
    );
  if (typeof left === 'string' && typeof right === 'string') {
    meter.spend(Math.min(left.length, right.length) / charactersOfStep);
    return left === right;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => areEqual(item, right[index] ?? null, meter))
    );
  return areEqualObjects(left as JsonObject, right as JsonObject, meter);
}

function areEqualObjects(left: JsonObject, right: JsonObject, meter: StepMeter): boolean {
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && areEqual(left[key] ?? null, right[key] ?? null, meter))
  );
}

/** Returns a number below, equal to or above zero. The order is defined for values of the same type only. */
export function compare(left: ConditionValue, right: ConditionValue, meter: StepMeter): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') {
    meter.spend(Math.min(left.length, right.length) / 8);
    return compareCodePoints(left, right);
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Timestamp && right instanceof Timestamp) return left.milliseconds - right.milliseconds;
  throw ConditionError.of('wrong_type');
}

/** Compares by code point, as UTF-8 sorts; UTF-16 units sort differently beyond the first plane. */
function compareCodePoints(left: string, right: string): number {
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue;
    return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
  }
  return left.length - right.length;
}

/** Returns the number of code points of a text, items of a list, or members of an object. */
export function computeSize(value: ConditionValue, meter: StepMeter): number {
  if (typeof value === 'string') {
    meter.spend(value.length / 32);
    let size = 0;
    for (const _ of value) size++;
    return size;
  }
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null && !(value instanceof Timestamp)) {
    const size = Object.keys(value).length;
    meter.spend(size / 8);
    return size;
  }
  throw ConditionError.of('wrong_type');
}

export function getMember(value: ConditionValue, key: string): ConditionValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Timestamp)
    throw ConditionError.of('wrong_type');
  const members = value as JsonObject;
  // An inherited member such as `constructor` does not count.
  return Object.hasOwn(members, key) ? members[key] : undefined;
}
