import type { ToolLists } from '../definition/agent-definition.ts';
import type { NameTable } from './name-table.ts';
import { type ResolvedName, resolveName } from './resolve-name.ts';
import { listsPermit } from './tool-lists.ts';

/** Tools that a definition's lists resolve to. */
export interface PinnedTools {
  /** Canonical names of the tools an agent has, in the table's order. */
  tools: string[];
  /** List entries that match no tool, with the nearest names. Entries for an unavailable server are not included. */
  unknown: { list: 'allow' | 'deny'; index: number; entry: string; nearest: string[] }[];
}

/**
 * Returns the tools of an agent: those in the table that its lists permit. Tools that a server offers later are
 * not among them.
 */
export function pinTools(table: NameTable, lists: ToolLists): PinnedTools {
  const tools = [...table.tools.keys()].filter((name) => listsPermit(table, lists, name));
  const unknown = (['allow', 'deny'] as const).flatMap((list) =>
    (lists[list] ?? []).flatMap((entry, index) => {
      const nearest = findNearest(table, list, entry);
      return nearest === undefined ? [] : [{ list, index, entry, nearest }];
    }),
  );
  return { tools, unknown };
}

/** Returns undefined if the entry matches: a deny in any spelling, an allow exactly. */
function findNearest(table: NameTable, list: 'allow' | 'deny', entry: string): string[] | undefined {
  if (entry.endsWith('*')) return list === 'allow' ? nearestPattern(entry) : undefined;
  const meant: ResolvedName = resolveName(table, entry);
  if (!('canonical' in meant)) return meant.how === 'unavailable' ? undefined : meant.nearest;
  return list === 'allow' && meant.how === 'normalized' ? [meant.canonical] : undefined;
}

/** Returns the nearest pattern for one that ends within a server's name, because such a pattern allows no tool. */
function nearestPattern(entry: string): string[] | undefined {
  return /^mcp\.[^.]+\*$/.test(entry) ? [`${entry.slice(0, -1)}.*`] : undefined;
}
