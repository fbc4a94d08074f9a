import type { JsonObject } from '@agent-home/protocol';
import type { CallRequested } from '../run-log/index.ts';
import type { RepairWork } from '../state/repair-work.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';

/** Repair stage of calls. Names are repaired first, since the name decides which arguments are valid. */
export interface RepairStage {
  readonly purpose: 'repair_names' | 'repair_arguments';
  isOn(state: RunState): boolean;
  /** Returns true if the call has a fault of this kind. */
  isCandidate(call: CallRequested, state: RunState): boolean;
  /** Returns true if a model may repair the call. */
  isSendable(call: CallRequested, work: RepairWork): boolean;
  /** Returns the request for the repairing model; calls and schemas are data in it. */
  question(
    calls: readonly CallRequested[],
    state: RunState,
    work: RepairWork,
  ): { system: string; data: JsonObject };
  /** @returns the repaired call, or the reason why it is no repair */
  apply(call: CallRequested, repair: JsonObject, state: RunState, work: RepairWork): CallRequested | string;
  /** @returns the record's `seq` */
  record(work: RepairWork, state: RunState, writer: StepWriter, cause: number): number;
}

/** Maximum number of entries of a sample (S1-61). */
export const mostOfSample = 5;

export function failuresSample({ sent, reasons }: RepairWork): { tool_call_id: string; reason: string }[] {
  return sent
    .flatMap((tool_call_id) => {
      const reason = reasons[tool_call_id];
      return reason === undefined ? [] : [{ tool_call_id, reason }];
    })
    .slice(0, mostOfSample);
}

/** Records the calls of a response in their final form: after the last repair, or if the run ends during it. */
export function writeCalls(writer: StepWriter, { calls, answeredSeq }: RepairWork): void {
  for (const call of calls) writer.write('call.requested', call, answeredSeq);
}
