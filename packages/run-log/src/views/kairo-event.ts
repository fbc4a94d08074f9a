import type { JsonObject } from '@agent-home/protocol';
import type { RunRecord } from '../record/run-record.ts';

/** An event of the bus, to the letter (S4-16, S4-17): the record without its place in the chain. */
export interface KairoEvent<Data = JsonObject> {
  id: string;
  type: string;
  source: string;
  time: string;
  data: Data;
  correlationId?: string;
  causationId?: string;
}

export function kairoEvent({ seq: _, prev: __, ...event }: RunRecord): KairoEvent {
  return event;
}
