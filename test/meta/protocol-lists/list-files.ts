import { codeLists } from './code-lists.ts';
import { getPage, toJson } from './list.ts';
import { objectLists } from './object-lists.ts';

export const listsFolder = new URL('../../../docs/protocol/lists/', import.meta.url);

export const lists = [...codeLists, ...objectLists];

/** Expected content of every file in `docs/protocol/lists/`, by its name. */
export const wantedLists: ReadonlyMap<string, string> = new Map(
  lists.flatMap((list) => [
    [`${list.name}.md`, getPage(list)],
    [`${list.name}.json`, toJson(list)],
  ]),
);
