import type { CompletionNode } from './completion-tree.ts';

/** Completion for fish, with summaries. */
export function fishScript(nodes: readonly CompletionNode[]): string {
  const known = nodes.flatMap(({ words }) => (words.length === 0 ? [] : quoted(words.join(' '))));
  const lines = nodes.flatMap(({ words, next, options }) => {
    const rule = `complete -c agent-home -n ${quoted(['__agent_home_is', ...words].join(' '))}`;
    return [
      ...next.map(({ word, summary }) => `${rule} -f -a ${word}${described(summary)}`),
      ...options.map(({ names, summary, hasValue, choices }) => {
        const spelled = names.map((name) =>
          name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
        );
        const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : hasValue ? ' -r' : '';
        return `${rule} ${spelled.join(' ')}${value}${described(summary)}`;
      }),
    ];
  });
  return `# fish completion of agent-home
function __agent_home_is
    set -l at
    for word in (commandline -opc)[2..-1]
        if contains -- (string join -- ' ' $at $word) ${known.join(' ')}
            set at $at $word
        end
    end
    test "$at" = "$argv"
end
${lines.join('\n')}`;
}

function described(summary: string): string {
  return summary === '' ? '' : ` -d ${quoted(summary)}`;
}

/** Quotes text as one word of fish, where a backslash escapes within quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
