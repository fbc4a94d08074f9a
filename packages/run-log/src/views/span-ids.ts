import { sha256Hex } from '@agent-home/protocol';

/** Trace of a run: the same id whoever derives it from the log. */
export function traceIdOf(runId: string): string {
  return hashed(runId).slice(0, 32);
}

/** Span that begins with a record of a run. */
export function spanIdOf(runId: string, seq: number): string {
  return hashed(`${runId}:${seq}`).slice(0, 16);
}

function hashed(text: string): string {
  return sha256Hex(new TextEncoder().encode(text));
}
