import { sha256Hex } from '@agent-home/protocol';

/** The same for a call however often it is made: sha256 of run and call, in hexadecimal (RUNTIME.md, section 6). */
export function idempotencyKey(runId: string, callId: string): string {
  return sha256Hex(new TextEncoder().encode(`${runId}\n${callId}`));
}
