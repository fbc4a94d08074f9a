import { createHmac, timingSafeEqual } from 'node:crypto';

/** Bytes of the MAC of one record, which lies at its number in `log.mac`. */
export const macBytes = 32;

/** Start of the chain of MACs: it binds them to the run. */
export function firstMac(key: Buffer, runId: string): Buffer {
  return createHmac('sha256', key).update(`agent-home run log 1\0${runId}`).digest();
}

/**
 * Returns the MACs of further records. Each covers the one before and its own line, so that the last one covers the whole log, and
 * every beginning of an authentic log is authentic (ADR 0040).
 * @param before MAC of the record before them
 */
export function collectMacs(key: Buffer, before: Buffer, lines: readonly string[]): Buffer {
  let last = before;
  const macs = lines.map((line) => {
    last = createHmac('sha256', key).update(last).update(line).digest();
    return last;
  });
  return Buffer.concat(macs);
}

/** Beginning of a log that this machine wrote. */
export interface AuthenticLog {
  lines: number;
  /** MAC of the last of them. */
  mac: Buffer;
}

/**
 * Finds how much of a log this machine wrote; undefined where it wrote none of it. MACs are written before their lines: lines behind
 * the last MAC are what a power loss left of an append that was never synced, and no effect followed them. A MAC that is there and
 * does not fit means that somebody changed the log: none of it counts.
 */
export function authenticPart(
  lines: readonly string[],
  macs: Buffer,
  { key, runId }: { key: Buffer; runId: string },
): AuthenticLog | undefined {
  const first = firstMac(key, runId);
  if (lines.length === 0) return { lines: 0, mac: first };
  const covered = Math.min(lines.length, Math.floor(macs.length / macBytes));
  if (covered === 0) return undefined;
  const end = covered * macBytes;
  const made = collectMacs(key, first, lines.slice(0, covered)).subarray(end - macBytes);
  return timingSafeEqual(made, macs.subarray(end - macBytes, end))
    ? { lines: covered, mac: made }
    : undefined;
}
