import type { RepairWork } from '../state/repair-work.ts';
import type { StepWriter } from '../state/writing.ts';

/** The calls of an answer as they are understood: once nothing more is repaired, or where the run ends while it is. */
export function writeCalls(writer: StepWriter, { calls, answeredSeq }: RepairWork): void {
  for (const call of calls) writer.write('call.requested', call, answeredSeq);
}
