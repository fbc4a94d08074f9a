import { sha256Hex } from '@agent-home/protocol';

/** Returns the signature of a thought, by which a changed one is recognized when a client sends it back. */
export function signatureOf(thought: string): string {
  return Buffer.from(`signed:${sha256Hex(Buffer.from(thought))}`).toString('base64');
}
