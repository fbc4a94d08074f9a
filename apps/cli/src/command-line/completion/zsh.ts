import type { CompletionNode } from './completion-tree.ts';
import { afterOptions, knownPaths, pathOf, quoted } from './shell-words.ts';

/** Returns the completion script for zsh, with summaries. It completes file names if no word matches. */
export function zshScript(nodes: readonly CompletionNode[]): string {
  const items = nodes.map(({ next, options, ...node }) => {
    const all = [
      ...next.map(({ word, summary }) => item(word, summary)),
      ...options.flatMap(({ names, summary }) => names.map((name) => item(name, summary))),
    ];
    return `    ${quoted(pathOf(node))}) items=(${all.join(' ')}) ;;`;
  });
  return `#compdef agent-home
_agent_home() {
  local at='' i
  local -a items
  for ((i = 2; i < CURRENT; i++)); do
    case "$at $words[i]" in
      ${knownPaths(nodes)}) at="$at $words[i]" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${afterOptions(nodes, (choices) => `compadd -- ${choices.join(' ')}`, '_files')}
  esac
  case "$at" in
${items.join('\n')}
  esac
  _describe 'agent-home' items || _files
}
if [ "$funcstack[1]" = _agent-home ]; then _agent_home "$@"; else compdef _agent_home agent-home; fi`;
}

function item(word: string, summary: string): string {
  return quoted(summary === '' ? word : `${word}:${summary}`);
}
