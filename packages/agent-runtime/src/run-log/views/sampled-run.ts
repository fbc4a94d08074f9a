import { sha256Hex } from '@agent-home/protocol';

/** Number of hexadecimal digits of a hash that a number holds exactly. */
const digits = 13;

/**
 * Returns true if a run belongs to the traced share. The result depends only on its id, so all processes agree at any time.
 * Sampling applies to exports; a log is always complete.
 * @param rate 0 for none, 1 for all
 */
export function isSampledRun(runId: string, rate: number): boolean {
  const hash = sha256Hex(new TextEncoder().encode(runId));
  return Number.parseInt(hash.slice(0, digits), 16) / 16 ** digits < rate;
}
