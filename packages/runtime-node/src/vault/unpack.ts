import { constants, gunzipSync } from 'node:zlib';

/** Unpacks gzip, also where its end is missing; undefined where it is none or comes to more. */
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
