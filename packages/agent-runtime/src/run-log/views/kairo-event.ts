import { asJson, type JsonObject } from '@agent-home/protocol';
import { callOutcomeSchema } from '../catalogue/call-types.ts';
import type { RunRecord } from '../record/run-record.ts';
import { toolResult } from './tool-result.ts';

/** Event of the bus, exactly as specified (S4-16, S4-17): the record without its place in the chain. */
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
  return event.type === 'kairo.tool.result' ? { ...event, data: withToolResult(event.data) } : event;
}

/** Adds `data` and `error` of S4-10 to the outcome in the log. A value outside of the log remains a reference. */
function withToolResult(data: JsonObject): JsonObject {
  const { data: outcome } = callOutcomeSchema.safeParse(data.result);
  return outcome ? { ...data, result: asJson({ ...outcome, ...toolResult(outcome) }) } : data;
}
