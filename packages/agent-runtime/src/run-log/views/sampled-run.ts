import { sha256Hex } from '@agent-home/protocol';

/** Hexadecimal digits of a hash that a number holds exactly. */
const digits = 13;

/**
 * Whether a run is one of the share that is traced: by its id alone, so that everybody who asks is told the same, whenever that is.
 * What it leaves out is left out of exports; a log is always whole.
 * @param rate 0 for none, 1 for all
 */
export function isSampledRun(runId: string, rate: number): boolean {
  const hash = sha256Hex(new TextEncoder().encode(runId));
  return Number.parseInt(hash.slice(0, digits), 16) / 16 ** digits < rate;
}
