import { hmacSha256, sha256Hex } from '@agent-home/protocol';

const encoder = new TextEncoder();

/** Returns the random value of one ledger entry as lowercase hex. `secret` is 64 hex digits, drawn once per topic. */
export function randomValue(secret: string, sequence: number): string {
  return hex(hmacSha256(encoder.encode(secret), encoder.encode(String(sequence))));
}

/** Returns the commitment to the secret, published in the topic's first entry. */
export function randomCommitment(secret: string): string {
  return sha256Hex(encoder.encode(secret));
}

/**
 * Returns an index below `count`, from the first 48 bits of a random value. The distribution is even to one part in 2^32 for any
 * cast.
 */
export function pick(value: string, count: number): number {
  return Number.parseInt(value.slice(0, 12), 16) % count;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
