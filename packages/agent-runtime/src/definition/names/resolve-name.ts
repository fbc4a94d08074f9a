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
      /** `unavailable`: a tool of a configured server that cannot be reached. It never means another tool. */
      how: 'unknown' | 'missing' | 'ambiguous' | 'unavailable';
      /** Canonical names that may have been meant, the likeliest first. */
      nearest: string[];
    };

/** Longest name that is searched for; all tools have shorter ones. */
const maximumCharacters = 512;

/** Returns the tool that a written name means. An ambiguous name resolves to no tool. */
export function resolveName(table: NameTable, written: unknown): ResolvedName {
  const meant = getMeaning(table, written);
  if (meant.how !== 'unknown' || typeof written !== 'string' || written.length > maximumCharacters)
    return meant;
  const near = nearestName(written, table.exact.keys());
  const canonical = near === undefined ? undefined : table.exact.get(near);
  return { how: 'unknown', nearest: canonical === undefined ? [] : [canonical] };
}

/** Like `resolveName`, without suggestions. Finding them dominates the cost, and policies compare names by the thousand. */
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
  // Letters alone do not identify a server: `mcpgithublog` resolves to no tool of a server.
  const own = findServer(only);
  if (own !== undefined && !servers.includes(own)) return { how: 'unknown', nearest: [] };
  return { canonical: only, how: 'normalized' };
}

/** Returns the servers other than that of the tool. */
function otherServers(servers: readonly string[], canonical: string): string[] {
  const own = findServer(canonical);
  return servers.filter((server) => server !== own);
}

/**
 * A name that may also belong to another server's tool resolves to neither: a permission for the other must not apply to this one.
 */
function nameOfAnother(table: NameTable, others: readonly string[], canonical: string): ResolvedName {
  const isAway = others.some((server) => !isPresent(table, server));
  return isAway ? { how: 'unavailable', nearest: [] } : { how: 'ambiguous', nearest: [canonical] };
}
