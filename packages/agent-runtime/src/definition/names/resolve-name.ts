import { nearestName } from '../problems/nearest-name.ts';
import type { NameTable } from './name-table.ts';
import { isPresent, serversOfExactName, serversOfLooseName } from './server-names.ts';
import { findServer, foldName } from './spellings.ts';

export type ResolvedName =
  | {
      canonical: string;
      /** `exact`: canonical or wire name. `normalized`: case, separators, camel case or width had drifted. */
      how: 'exact' | 'alias' | 'normalized';
    }
  | {
      /** `unavailable`: a tool of a configured server that is away. It never means another tool. */
      how: 'unknown' | 'missing' | 'ambiguous' | 'unavailable';
      /** Canonical names that may have been meant, the likeliest first. */
      nearest: string[];
    };

/** No tool has a name as long as this; what a model wrote instead of one is not searched for. */
const maximumCharacters = 512;

/** Tool that a written name means. Never a guess: a name that could mean two tools means none. */
export function resolveName(table: NameTable, written: unknown): ResolvedName {
  const meant = getMeaning(table, written);
  if (meant.how !== 'unknown' || typeof written !== 'string' || written.length > maximumCharacters)
    return meant;
  const near = nearestName(written, table.exact.keys());
  const canonical = near === undefined ? undefined : table.exact.get(near);
  return { how: 'unknown', nearest: canonical === undefined ? [] : [canonical] };
}

/**
 * Like `resolveName`, without suggestions: finding them takes longer than everything else, and rules of
 * policies are compared by the thousand.
 */
export function getMeaning(table: NameTable, written: unknown): ResolvedName {
  if (typeof written !== 'string' || written.trim() === '') return { how: 'missing', nearest: [] };
  const found = table.exact.get(written);
  if (found !== undefined) {
    if (written === found && findServer(found) !== undefined) return { canonical: found, how: 'exact' };
    const others = otherServers(serversOfExactName(table, written), found);
    if (others.length > 0) return nameOfAnother(table, others, found);
    const isExact = written === found || written === table.tools.get(found)?.wire;
    return { canonical: found, how: isExact ? 'exact' : 'alias' };
  }
  if (written.length > maximumCharacters) return { how: 'unknown', nearest: [] };
  const alike = [...(table.folded.get(foldName(written)) ?? [])];
  if (alike.length > 1) return { how: 'ambiguous', nearest: alike };
  const servers = serversOfLooseName(table, written);
  const [only] = alike;
  if (only === undefined) {
    const isAway = servers.length > 0 && servers.every((server) => !isPresent(table, server));
    return { how: isAway ? 'unavailable' : 'unknown', nearest: [] };
  }
  const others = otherServers(servers, only);
  if (others.length > 0) return nameOfAnother(table, others, only);
  // Letters alone do not say which server is meant: `mcpgithublog` means a tool of none.
  const own = findServer(only);
  if (own !== undefined && !servers.includes(own)) return { how: 'unknown', nearest: [] };
  return { canonical: only, how: 'normalized' };
}

/** Servers apart from the one whose tool this is. */
function otherServers(servers: readonly string[], canonical: string): string[] {
  const own = findServer(canonical);
  return servers.filter((server) => server !== own);
}

/** A name that may also be one of another server's tools is that of none: a permission for the other must not reach this one. */
function nameOfAnother(table: NameTable, others: readonly string[], canonical: string): ResolvedName {
  const isAway = others.some((server) => !isPresent(table, server));
  return isAway ? { how: 'unavailable', nearest: [] } : { how: 'ambiguous', nearest: [canonical] };
}
