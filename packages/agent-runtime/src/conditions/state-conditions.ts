import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { compileStateCondition, InvalidCondition, type StateCondition } from '../policy/index.ts';
import type { SessionValue } from '../run-log/index.ts';

/**
 * Values that conditions of handoffs and edges read (ADR 0030): session keys, the state of the graph, `input` and `payload`.
 * Session values are texts; a text that is a JSON object is parsed, so that a condition can read `task.status`.
 */
export function conditionState({
  remembered,
  graph,
  input,
  payload,
}: {
  remembered: readonly SessionValue[];
  graph?: JsonObject | undefined;
  input: JsonValue;
  payload?: JsonValue;
}): JsonObject {
  const session = Object.fromEntries(remembered.map(({ key, value }) => [key, objectOr(value)]));
  // A key that an agent has stored must not replace the result of a node.
  return { ...session, ...graph, input, ...(payload === undefined ? {} : { payload }) };
}

/** Definitions have few conditions, and each is evaluated many times, so compiled ones are cached. */
const compiled = new Map<string, StateCondition>();
const mostCompiled = 1_000;

/** A log may come from an untrusted source, so an invalid condition counts as false. */
export function judgeCondition(source: string, state: JsonObject): ReturnType<StateCondition> {
  try {
    return stateCondition(source)(state);
  } catch (error) {
    if (error instanceof InvalidCondition) return { holds: false, error: 'wrong_type' };
    throw error;
  }
}

function stateCondition(source: string): StateCondition {
  const known = compiled.get(source);
  if (known) return known;
  if (compiled.size >= mostCompiled) compiled.clear();
  const condition = compileStateCondition(source);
  compiled.set(source, condition);
  return condition;
}

function objectOr(text: string): JsonValue {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
