import { normalForm } from '@agent-home/protocol';
import type { NameTable } from './name-table.ts';
import { findServer, foldName } from './spellings.ts';

/** Returns true if the table has a tool of this server; an unavailable server has none. */
export function isPresent({ tools }: NameTable, server: string): boolean {
  for (const name of tools.keys()) if (findServer(name) === server) return true;
  return false;
}

/**
 * Returns the known servers whose tool an exact wire or spec name may be: `mcp-git-hub-log` may belong to `git-hub` and to `git`.
 * Tool names keep their separators in both forms, so only a whole server name counts.
 */
export function serversOfExactName({ servers }: NameTable, written: string): string[] {
  return [...servers].filter((server) =>
    [`mcp.${server}.`, `mcp__${server}__`, `mcp-${specPart(server)}-`].some((beginning) =>
      written.startsWith(beginning),
    ),
  );
}

/**
 * Returns the known servers whose tool a loosely written name may be. Dots and double underscores end a server's name; in any other
 * spelling every word boundary may.
 */
export function serversOfLooseName({ servers }: NameTable, written: string): string[] {
  // Fast path: most names belong to no server, and thousands of policy rules are compared.
  if (servers.size === 0 || !foldName(written).startsWith('mcp')) return [];
  const begun = looseServerNames(written);
  return [...servers].filter((server) => begun.has(foldName(server)));
}

/** Returns the folded texts in the server position of a written name. */
function looseServerNames(written: string): ReadonlySet<string> {
  const name = normalForm(written, 'NFKC').trim();
  const marked = /^mcp(?:\.([^.]+)\.|__(.+?)__)/is.exec(name);
  const named = marked?.[1] ?? marked?.[2];
  if (named !== undefined) return new Set([foldName(named)]);
  const [first = '', ...words] = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(foldName)
    .filter((word) => word !== '');
  const begun = new Set<string>();
  if (first !== 'mcp') return begun;
  let server = '';
  // The last word is the tool's.
  for (const word of words.slice(0, -1)) {
    server += word;
    begun.add(server);
  }
  return begun;
}

/** Name of a server as the spec names of its tools have it. */
function specPart(server: string): string {
  return server
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-+$/g, '');
}
