import type { ToolLists } from '../definition/agent-definition.ts';
import type { NameTable } from './name-table.ts';
import { getMeaning } from './resolve-name.ts';
import { beginsWith, findBareName, findServer, foldName } from './spellings.ts';

/**
 * True if a list names a tool (S3-21, S3-22, S3-206).
 *
 * An allow names one tool of one server exactly: by its canonical, wire or spec name, or a declared name. A deny also names every
 * tool with the same letters, and tools that are not in the table. It names the same tool of an MCP server too: `read_file` denies
 * `mcp.files.read_file`. If a name is ambiguous, a deny applies and an allow does not. A deny of `write_file` or `edit_file` denies
 * `apply_patch` as well.
 */
export function matchesList(
  table: NameTable,
  list: readonly string[],
  canonical: string,
  reads: 'allow' | 'deny',
): boolean {
  const matches = reads === 'deny' ? denies : allows;
  return list.some((entry) => matches(table, entry, canonical));
}

/** Returns true if the definition's lists permit this tool: deny first, then allow, if there is one (S3-51). */
export function listsPermit(table: NameTable, lists: ToolLists, canonical: string): boolean {
  if (matchesList(table, lists.deny, canonical, 'deny')) return false;
  return lists.allow === undefined || matchesList(table, lists.allow, canonical, 'allow');
}

function allows(table: NameTable, entry: string, canonical: string): boolean {
  if (!table.tools.has(canonical)) return false;
  if (entry.endsWith('*')) return patternAllows(entry, canonical);
  const meant = getMeaning(table, entry);
  return 'canonical' in meant && meant.canonical === canonical && meant.how !== 'normalized';
}

/**
 * Returns true if an allow entry equals this canonical name, or is its beginning before a trailing `*`. A pattern must include a
 * whole server name: `mcp.git*` allows no tool of `github`, nor any other.
 */
export function patternAllows(entry: string, canonical: string): boolean {
  if (!entry.endsWith('*')) return entry === canonical;
  const beginning = entry.slice(0, -1);
  if (!canonical.startsWith(beginning)) return false;
  const server = findServer(canonical);
  return server === undefined || beginning.length <= 'mcp.'.length || beginning.startsWith(`mcp.${server}.`);
}

function denies(table: NameTable, entry: string, canonical: string): boolean {
  const callables = collectCallables(table, canonical);
  if (entry.endsWith('*')) {
    const beginning = entry.slice(0, -1);
    return callables.some(({ name }) => beginsWith(name, beginning));
  }
  const meant = getMeaning(table, entry);
  const folds = new Set([foldName(entry), ...('canonical' in meant ? [foldName(meant.canonical)] : [])]);
  // An ambiguous deny may mean any of them, so it denies each.
  if (meant.how === 'ambiguous') for (const name of meant.nearest) folds.add(foldName(name));
  folds.delete('');
  return callables.some(({ name, fold }) => name === entry || folds.has(fold));
}

interface Callable {
  name: string;
  fold: string;
}

/** Cache for the latest tool, since thousands of entries are compared with one tool after another. */
const latest = new WeakMap<NameTable, { canonical: string; callables: Callable[] }>();

function collectCallables(table: NameTable, canonical: string): Callable[] {
  const known = latest.get(table);
  if (known?.canonical === canonical) return known.callables;
  const callables = collectNames(table, canonical).map((name) => ({ name, fold: foldName(name) }));
  latest.set(table, { canonical, callables });
  return callables;
}

/**
 * Tools that do what others do. A deny of one of the others denies them too, so that a list written before `apply_patch` existed
 * still keeps an agent from changing files.
 */
const alsoDo: Readonly<Record<string, readonly string[]>> = { apply_patch: ['write_file', 'edit_file'] };

/**
 * Returns the names that deny a tool. For an MCP tool also its bare name, and the meaning of that name in this table; for a tool
 * that does what others do also their names.
 */
function collectNames(table: NameTable, canonical: string): string[] {
  const known = table.tools.get(canonical);
  const own = known ? [canonical, known.wire, known.spec, ...known.aliases] : [canonical];
  const others = Object.hasOwn(alsoDo, canonical) ? (alsoDo[canonical] ?? []) : [];
  const bare = findBareName(canonical);
  if (bare === undefined) return [...own, ...others];
  const meant = getMeaning(table, bare);
  return [...own, bare, ...('canonical' in meant ? [meant.canonical] : [])];
}
