import { sha256Hex } from '@agent-home/protocol';

/** Returns the trace id of a run, derived only from the run's id. */
export function getTraceId(runId: string): string {
  return hashed(runId).slice(0, 32);
}

/** Returns the id of the span that begins with a record of a run. */
export function getSpanId(runId: string, seq: number): string {
  return hashed(`${runId}:${seq}`).slice(0, 16);
}

function hashed(text: string): string {
  return sha256Hex(new TextEncoder().encode(text));
}
