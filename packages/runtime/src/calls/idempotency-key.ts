import { sha256Hex } from '@agent-home/protocol';

/** Idempotency key of a call, equal for each attempt: sha256 of run and call, in hexadecimal (spec doubled-effects "Once"). */
export function idempotencyKey(runId: string, callId: string): string {
  return sha256Hex(new TextEncoder().encode(`${runId}\n${callId}`));
}
