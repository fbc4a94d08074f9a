import type { CompletionNode } from './completion-tree.ts';
import { afterOptions, knownPaths, pathOf, quoted } from './shell-words.ts';

/** Returns the completion script for bash. It completes file names if no word matches. */
export function bashScript(nodes: readonly CompletionNode[]): string {
  const words = nodes.map(({ next, options, ...node }) => {
    const all = [...next.map(({ word }) => word), ...options.flatMap(({ names }) => names)];
    return `    ${quoted(pathOf(node))}) words=${quoted(all.join(' '))} ;;`;
  });
  return `# bash completion of agent-home
_agent_home() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${knownPaths(nodes)}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $before" in
${afterOptions(nodes, (choices) => `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current"))`, ':')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _agent_home agent-home`;
}
