import type { JsonObject } from '@agent-home/protocol';
import { ConditionError } from './condition-error.ts';
import { type ConditionValue, Timestamp } from './condition-value.ts';
import type { KnownNames } from './expression.ts';

/** Facts that a condition can read. All of them are in the log of the run. */
export interface ConditionFacts {
  action: 'tool.call' | 'model.use' | 'data.read' | 'data.write';
  /** `id` is that of the certified identity, empty if there is none, because a name in a file is no proof. */
  agent: { name: string; id: string };
  /** Canonical name; empty for a model request. */
  tool: string;
  arguments: JsonObject;
  /** Empty for a model request. */
  risk: string;
  /** Provider of the configured model. A fallback may respond instead, but rules are evaluated before that is known. */
  provider: string;
  tainted: boolean;
  /** Origin of the run: `user`, `turn` or `feed`. */
  origin: string;
  /** Tool calls of the run so far. */
  calls: number;
  /** `dataScope` of the tool. */
  scope: JsonObject;
  /** State that the session has stored. */
  session: JsonObject;
  /** Milliseconds since 1970, or NaN if unknown. */
  time: number;
}

/** Names of facts, with their members if these are always the same. */
const conditionNames: Readonly<Record<keyof ConditionFacts, readonly string[] | undefined>> = {
  action: undefined,
  agent: ['name', 'id'],
  tool: undefined,
  arguments: undefined,
  risk: undefined,
  provider: undefined,
  tainted: undefined,
  origin: undefined,
  calls: undefined,
  scope: undefined,
  session: undefined,
  time: undefined,
};

/** The names of a policy's conditions. */
export const factNames: KnownNames = {
  names: Object.keys(conditionNames),
  collectMembers: (name) => (isConditionName(name) ? conditionNames[name] : undefined),
};

function isConditionName(name: string): name is keyof ConditionFacts {
  return Object.hasOwn(conditionNames, name);
}

export function getFact(facts: ConditionFacts, name: string): ConditionValue {
  if (!isConditionName(name)) throw ConditionError.of('no_such_key');
  if (name !== 'time') return facts[name];
  if (Number.isNaN(facts.time)) throw ConditionError.of('unknown_time');
  return new Timestamp(facts.time);
}
