import { decodeMarkdown, mainAgent, parseSpecReference } from '@agent-home/agent-runtime/definition';
import { sha256Hex } from '@agent-home/protocol';
import { findAgent, type LoadedDefinitions } from './load-definitions.ts';
import type { LoadedAgent } from './loaded-agent.ts';
import { registeredAgent } from './registered-specs.ts';

const text = `---
kind: agent
name: ${mainAgent}-conversation
title: Main conversation
description: Answers and works in the folder where it is started, with the tools of this program.
subagents: ["*"]
---
You are a careful assistant in a terminal. You work in the folder in which you were started.

Read before you change: name the files that you rely on. Make the smallest change that does what was asked, and say what you changed.
Ask if a request can be read in two ways that lead to different results. Say plainly what you could not do, and why.
Answer in the language of the question, and briefly.
`;

/** Returns the built-in agent of the main conversation (ADR 0035). No file defines it, and it names no server of the settings. */
function builtInAgent({ settings }: Pick<LoadedDefinitions, 'settings'>): LoadedAgent {
  const content = new TextEncoder().encode(text);
  const decoded = decodeMarkdown(content, { owner: settings.agents.owner });
  const definition = { ...decoded, name: mainAgent, promptRef: `prompt://${mainAgent}/v${decoded.version}` };
  return {
    name: mainAgent,
    origin: {
      path: `built-in/${mainAgent}.md`,
      scope: 'global',
      codec: 'markdown',
      sha256: sha256Hex(content),
    },
    content,
    definition,
    draft: definition,
    problems: [],
    tools: [],
    policies: [],
  };
}

/**
 * Returns the agent for a name given by the user: from a file, the built-in one of the main conversation, or a registered one. A
 * rejected file still takes precedence over both. `NAME@VERSION` is always a registered version, because files change.
 */
export function resolveAgent(loaded: LoadedDefinitions, name: string): LoadedAgent | undefined {
  // A home's agent is the only one of its set, also if it has the name of the built-in agent.
  if (loaded.homeSet || parseSpecReference(name).version !== undefined) return registeredAgent(loaded, name);
  const found = findAgent(loaded, name) ?? (name === mainAgent ? builtInAgent(loaded) : undefined);
  return found ?? registeredAgent(loaded, name);
}
