import type { ConversationStep, RunRecord } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';

/** Record of a copy. `withheld`: paths of members that the copy does not have. */
export type CopiedRecord = RunRecord & { withheld?: readonly string[] };

/** Step of a copy. `withheld`: names of members that records of the step do not have in the copy. */
export type CopiedStep = ConversationStep & { withheld?: readonly string[] };

/** Members by the number of their record. */
type Withheld = ReadonlyMap<number, readonly string[]>;

/** Returns a record without the values that stand for missing ones, so that no view shows them as real. */
export function toCopiedRecord(record: RunRecord, withheld: Withheld): CopiedRecord {
  const paths = withheld.get(record.seq);
  if (paths === undefined) return record;
  const data = paths.reduce<JsonObject>((known, path) => withoutMember(known, path.split('.')), record.data);
  return { ...record, data, withheld: paths };
}

function withoutMember(data: JsonObject, [name = '', inner]: readonly string[]): JsonObject {
  const { [name]: outer, ...others } = data;
  if (inner === undefined || typeof outer !== 'object' || outer === null || Array.isArray(outer))
    return others;
  const { [inner]: _, ...rest } = outer as JsonObject;
  return { ...others, [name]: rest };
}

/** Returns a step with the names of the members that its records do not have. */
export function toCopiedStep(step: ConversationStep, withheld: Withheld): CopiedStep {
  if (withheld.size === 0) return step;
  const names = new Set(
    step.records.flatMap((seq) => (withheld.get(seq) ?? []).map((path) => path.split('.').at(-1) ?? path)),
  );
  return names.size === 0 ? step : { ...step, withheld: [...names].toSorted() };
}
