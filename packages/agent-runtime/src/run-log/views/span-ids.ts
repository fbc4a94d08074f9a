import { sha256Hex } from '@agent-home/protocol';

/** Trace of a run, derived from the run's id alone. */
export function getTraceId(runId: string): string {
  return hashed(runId).slice(0, 32);
}

/** Span that begins with a record of a run. */
export function getSpanId(runId: string, seq: number): string {
  return hashed(`${runId}:${seq}`).slice(0, 16);
}

function hashed(text: string): string {
  return sha256Hex(new TextEncoder().encode(text));
}
