import { normalForm, sha256Hex } from '@agent-home/protocol';

/** Returns the same hash for titles that look the same to a reader: case, width, white space and punctuation do not count. */
export function titleFingerprint(title: string): string {
  const said = normalForm(title, 'NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\p{Z}\p{C}]/gu, '');
  return sha256Hex(new TextEncoder().encode(said === '' ? title : said));
}
