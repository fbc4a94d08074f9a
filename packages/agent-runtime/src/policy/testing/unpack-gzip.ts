import { gunzipSync } from 'node:zlib';
import type { Unpack } from '../secrets/hidden-search.ts';

/** Unpacks gzip as Node does it. */
export const unpackGzip: Unpack = (packed, most) => {
  try {
    return gunzipSync(Buffer.from(packed, 'latin1'), { maxOutputLength: most }).toString('latin1');
  } catch {
    return undefined;
  }
};
