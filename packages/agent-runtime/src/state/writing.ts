import { asJson } from '@agent-home/protocol';
import {
  type LogHead,
  type RecordData,
  type RecordType,
  type RunRecord,
  type SealedRecord,
  sealRecord,
  unjudgedMembers,
  withheldData,
} from '../run-log/index.ts';

/** Writes the records of one step: the input first, then what derives from it, all with its time. */
export class StepWriter {
  readonly sealed: SealedRecord[] = [];
  /** Records for listeners: with attachments inserted, except for output that no guardrail has passed. */
  readonly records: RunRecord[] = [];
  /** RFC 3339. */
  readonly time: string;
  #head: LogHead;
  #run: { runId: string; source: string };
  readonly #isGuarded: boolean;

  constructor(head: LogHead, run: { runId: string; source: string }, time: string, isGuarded = false) {
    this.#isGuarded = isGuarded;
    this.#head = head;
    this.#run = run;
    this.time = time;
  }

  get head(): LogHead {
    return this.#head;
  }

  /** From here on records are of another part: the agent of the leg that begins. */
  speakAs(source: string): void {
    this.#run = { ...this.#run, source };
  }

  /** @param cause the `seq` of the record that this one comes from; the first record of a log has none */
  write<Type extends RecordType>(type: Type, data: RecordData<Type>, cause: number | undefined): RunRecord {
    const plain = { type, data: asJson(data), ...(cause === undefined ? {} : { cause }) };
    const apart = this.#isGuarded ? unjudgedMembers(plain) : [];
    const draft = apart.length === 0 ? plain : { ...plain, apart };
    const sealed = sealRecord(this.#head, this.#run, this.time, draft);
    this.sealed.push(sealed);
    this.#head = sealed.head;
    const record = { ...sealed.record, data: draft.data };
    this.records.push(apart.length === 0 ? record : { ...record, data: withheldData(draft) });
    return record;
  }
}
