import type { CompletionNode } from './completion-tree.ts';

/** Quotes text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Joins the words of a node as bash and zsh do, with a space before each. */
export function pathOf({ words }: Pick<CompletionNode, 'words'>): string {
  return words.map((word) => ` ${word}`).join('');
}

/** Pattern for the words of every group and command. */
export function knownPaths(nodes: readonly CompletionNode[]): string {
  return nodes.flatMap((node) => (node.words.length === 0 ? [] : quoted(pathOf(node)))).join(' | ');
}

/** Branches of a `case` for the word after an option with a value: one of its choices, or a file. */
export function afterOptions(
  nodes: readonly CompletionNode[],
  choose: (choices: readonly string[]) => string,
  otherwise: string,
): string {
  const branches = nodes.flatMap((node) =>
    node.options
      .filter(({ hasValue }) => hasValue)
      .map(({ names, choices }) => {
        const patterns = names.map((name) => quoted(`${pathOf(node)} ${name}`)).join(' | ');
        return { patterns, action: choices.length > 0 ? choose(choices) : otherwise };
      }),
  );
  const actions = new Map<string, string[]>();
  for (const { patterns, action } of branches)
    actions.set(action, [...(actions.get(action) ?? []), patterns]);
  return [...actions]
    .map(([action, patterns]) => `    ${patterns.join(' | ')}) ${action}; return ;;`)
    .join('\n');
}
