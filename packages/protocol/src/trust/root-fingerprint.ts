import { sha256Hex } from '../hash/sha256.ts';
import { asJson } from '../json/as-json.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { RootSet } from '../schema/platform.ts';

/**
 * Returns the hash of a root set that operators compare: sha256 of its canonical JSON without the signatures,
 * which can be replaced.
 */
export function rootFingerprint(rootSet: RootSet): string {
  const { signatures: _, ...content } = asJson(rootSet);
  return sha256Hex(canonicalJsonBytes(content));
}
