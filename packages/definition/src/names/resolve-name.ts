import { nearestName } from '../problems/nearest-name.ts';
import type { NameTable } from './name-table.ts';
import { foldName } from './spellings.ts';

export type ResolvedName =
  | {
      canonical: string;
      /** `exact`: canonical or wire name. `normalized`: case, separators, camel case or width had drifted. */
      how: 'exact' | 'alias' | 'normalized';
    }
  | {
      how: 'unknown' | 'missing' | 'ambiguous';
      /** Canonical names that may have been meant, the likeliest first. */
      nearest: string[];
    };

/** No tool has a name as long as this; what a model wrote instead of one is not searched for. */
const maximumCharacters = 512;

/** Which tool a written name means. Never a guess: a name that could mean two tools means none. */
export function resolveName(table: NameTable, written: unknown): ResolvedName {
  const meant = meaningOf(table, written);
  if (meant.how !== 'unknown' || typeof written !== 'string' || written.length > maximumCharacters)
    return meant;
  const near = nearestName(written, table.exact.keys());
  const canonical = near === undefined ? undefined : table.exact.get(near);
  return { how: 'unknown', nearest: canonical === undefined ? [] : [canonical] };
}

/**
 * The same for whoever does not ask what else may have been meant: looking for that takes longer than all the rest, and rules
 * of policies are compared by the thousand.
 */
export function meaningOf(table: NameTable, written: unknown): ResolvedName {
  if (typeof written !== 'string' || written.trim() === '') return { how: 'missing', nearest: [] };
  const found = table.exact.get(written);
  if (found !== undefined) {
    const isExact = written === found || written === table.tools.get(found)?.wire;
    return { canonical: found, how: isExact ? 'exact' : 'alias' };
  }
  if (written.length > maximumCharacters) return { how: 'unknown', nearest: [] };
  const alike = [...(table.folded.get(foldName(written)) ?? [])];
  const [only] = alike;
  if (only !== undefined && alike.length === 1) return { canonical: only, how: 'normalized' };
  if (alike.length > 1) return { how: 'ambiguous', nearest: alike };
  return { how: 'unknown', nearest: [] };
}
