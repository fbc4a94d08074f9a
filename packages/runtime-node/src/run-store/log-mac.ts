import { createHmac, timingSafeEqual } from 'node:crypto';

/** Bytes of one record's MAC, stored in `log.mac` at the record's index. */
export const macBytes = 32;

/** Start of the chain of MACs: it binds them to the run. */
export function firstMac(key: Buffer, runId: string): Buffer {
  return createHmac('sha256', key).update(`agent-home run log 1\0${runId}`).digest();
}

/**
 * Returns the MACs of further records. Each covers the previous MAC and its own line, so the last one covers the whole log, and
 * every prefix of an authentic log is authentic (ADR 0040).
 * @param before MAC of the previous record
 */
export function collectMacs(key: Buffer, before: Buffer, lines: readonly string[]): Buffer {
  let last = before;
  const macs = lines.map((line) => {
    last = createHmac('sha256', key).update(last).update(line).digest();
    return last;
  });
  return Buffer.concat(macs);
}

/** Part of a log, from its start, that this machine wrote. */
export interface AuthenticLog {
  lines: number;
  /** MAC of the last line. */
  mac: Buffer;
}

/**
 * Returns the part of a log that this machine wrote; undefined if it wrote no part. MACs are written before their lines: lines
 * after the last MAC come from an unsynced append before a power loss, and no effect followed them. An existing MAC that does not
 * match means that the log was changed, so all of it is rejected.
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
