import type { RunRecord } from '../../record/run-record.ts';
import type { ConversationStep, StepOf } from './step-schema.ts';

type Placed = 'seq' | 'time' | 'agent' | 'records';

/** Steps of a run in the order in which they began. */
export class StepList {
  readonly all: ConversationStep[] = [];
  /** Agent at work. */
  agent = '';

  /** Adds a step that begins with a record, and returns it for later records to complete. */
  add<Kind extends ConversationStep['kind']>(
    draft: Omit<StepOf<Kind>, Placed>,
    { seq, time }: RunRecord,
  ): StepOf<Kind> {
    const step = { seq, time, agent: this.agent, records: [seq], ...draft } as unknown as StepOf<Kind>;
    this.all.push(step);
    return step;
  }
}
