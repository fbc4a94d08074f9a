import { constants, gunzipSync } from 'node:zlib';

/** Unpacks gzip, even if its end is missing; undefined if the input is not gzip or the result is too large. */
export function unpack(packed: string, most: number): string | undefined {
  if (most <= 0) return undefined;
  try {
    return gunzipSync(Buffer.from(packed, 'latin1'), {
      maxOutputLength: most,
      finishFlush: constants.Z_SYNC_FLUSH,
    }).toString('latin1');
  } catch {
    return undefined;
  }
}
