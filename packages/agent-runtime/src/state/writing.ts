import { asJson } from '@agent-home/protocol';
import {
  type LogHead,
  type Privacy,
  type RecordData,
  type RecordType,
  type RunRecord,
  type SealedRecord,
  sealRecord,
  unjudgedMembers,
  withheldData,
} from '../run-log/index.ts';

/** Writes the records of one step: the input first, then its derived records, all with the input's time. */
export class StepWriter {
  readonly sealed: SealedRecord[] = [];
  /** Records for listeners: with attachments inserted, except for output that no guardrail has passed. */
  readonly records: RunRecord[] = [];
  /** RFC 3339. */
  readonly time: string;
  #head: LogHead;
  #run: { runId: string; source: string };
  readonly #isGuarded: boolean;
  readonly #privacy: Privacy | undefined;

  constructor(
    head: LogHead,
    run: { runId: string; source: string },
    time: string,
    { isGuarded = false, privacy }: { isGuarded?: boolean; privacy?: Privacy | undefined } = {},
  ) {
    this.#isGuarded = isGuarded;
    this.#privacy = privacy;
    this.#head = head;
    this.#run = run;
    this.time = time;
  }

  get head(): LogHead {
    return this.#head;
  }

  /** Sets the source of further records, for the agent of a new leg. */
  speakAs(source: string): void {
    this.#run = { ...this.#run, source };
  }

  /** @param cause `seq` of the record that caused this one; absent for the first record of a log */
  write<Type extends RecordType>(type: Type, data: RecordData<Type>, cause: number | undefined): RunRecord {
    const plain = { type, data: asJson(data), ...(cause === undefined ? {} : { cause }) };
    const apart = this.#isGuarded ? unjudgedMembers(plain) : [];
    const privacy = this.#privacy;
    const draft = { ...plain, ...(apart.length === 0 ? {} : { apart }), ...(privacy ? { privacy } : {}) };
    const sealed = sealRecord(this.#head, this.#run, this.time, draft);
    this.sealed.push(sealed);
    this.#head = sealed.head;
    const record = { ...sealed.record, data: draft.data };
    this.records.push(apart.length === 0 ? record : { ...record, data: withheldData(draft) });
    return record;
  }
}
