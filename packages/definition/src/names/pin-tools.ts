import type { ToolLists } from '../definition/agent-definition.ts';
import type { NameTable } from './name-table.ts';
import { resolveName } from './resolve-name.ts';
import { listsPermit } from './tool-lists.ts';

/** What a definition's lists come to with the tools there are. */
export interface PinnedTools {
  /** Canonical names of the tools an agent has, in the table's order. */
  tools: string[];
  /** Entries of the lists that name no tool there is, with the names that are nearest. */
  unknown: { list: 'allow' | 'deny'; index: number; entry: string; nearest: string[] }[];
}

/** The tools of an agent: those of the table that its lists permit. Whatever a server offers later is not among them. */
export function pinTools(table: NameTable, lists: ToolLists): PinnedTools {
  const tools = [...table.tools.keys()].filter((name) => listsPermit(table, lists, name));
  const unknown = (['allow', 'deny'] as const).flatMap((list) =>
    (lists[list] ?? []).flatMap((entry, index) => {
      if (entry.endsWith('*')) return [];
      const meant = resolveName(table, entry);
      return 'canonical' in meant ? [] : [{ list, index, entry, nearest: meant.nearest }];
    }),
  );
  return { tools, unknown };
}
