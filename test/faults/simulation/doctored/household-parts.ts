import type { RunEvidence } from '../residents/household-evidence.ts';
import type { QuietHousehold } from '../testing/quiet-household.ts';

/** Fault of a runtime, the change that causes it, and the expected finding: the check, and a part of its message. */
export type DoctoredHousehold = [
  what: string,
  doctor: (household: QuietHousehold) => void,
  check: string,
  problem: string,
];

export function runIn({ evidence }: QuietHousehold): RunEvidence {
  const [run] = evidence.runs;
  if (!run) throw new Error('there is no run');
  return run;
}

export function effectIn({ evidence }: QuietHousehold) {
  const [effect] = evidence.effects;
  if (!effect) throw new Error('there is no effect');
  return effect;
}

/** Returns the change that sets members of the first record of a type. */
export const withData = (type: string, data: object) => (household: QuietHousehold) => {
  const record = runIn(household).records.find((one) => one.type === type);
  if (!record) throw new Error(`there is no ${type}`);
  Object.assign(record.data, data);
};

export const withoutRecord = (type: string) => (household: QuietHousehold) => {
  const { records } = runIn(household);
  records.splice(
    records.findIndex((one) => one.type === type),
    1,
  );
};

/** Adds records in front of the end of the run. */
export const insertRecords = (household: QuietHousehold, ...records: RunEvidence['records']) => {
  runIn(household).records.splice(-1, 0, ...records);
};

/** Sets the number of calls that the run has counted. */
export const withCount = (toolCalls: number) => withData('run.ended', { usage: { tool_calls: toolCalls } });

/** Returns the change that sets members of the record of a type that belongs to a call. */
export const withCall = (callId: string, type: string, data: object) => (household: QuietHousehold) => {
  const record = runIn(household).records.find(
    (one) => one.type === type && [one.data.toolCallId, one.data.tool_call_id].includes(callId),
  );
  if (!record) throw new Error(`${callId} has no ${type}`);
  Object.assign(record.data, data);
};
