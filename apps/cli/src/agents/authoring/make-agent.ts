import { join } from 'node:path';
import { describeProblem, type Problem } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  checkReferences,
  type LoadedAgent,
  type LoadedDefinitions,
  listFolder,
  readDraft,
} from '@agent-home/runtime-node/definitions';
import { AuthoringError } from '../../errors/command-errors.ts';
import type { Scope } from './agent-answers.ts';
import { createFile } from './write-file.ts';

export interface NewAgent {
  name: string;
  scope: Scope;
  text: string;
}

/** A valid agent, and its references to things that do not exist yet. */
export interface DraftedAgent {
  agent: LoadedAgent;
  content: Uint8Array;
  missing: Problem[];
}

export function agentsFolder({ places }: LoadedDefinitions, scope: Scope): string {
  return join(places[scope], 'agents');
}

/** Returns the file or folder that has a name in a scope, in any form and even if broken. */
export function getFile({ agents }: LoadedDefinitions, name: string, scope: Scope): string | undefined {
  const own = agents.filter(({ origin }) => origin.scope === scope);
  const found = own.find((agent) => agent.name === name) ?? own.find(({ draft }) => draft?.name === name);
  return found?.origin.path;
}

/**
 * Returns the new file as the loader reads it.
 * @throws AuthoringError if it would not load, or its name or folder cannot be used
 */
export function draftAgent(loaded: LoadedDefinitions, { name, scope, text }: NewAgent): DraftedAgent {
  const folder = agentsFolder(loaded, scope);
  const [unlisted] = listFolder(folder).problems;
  if (unlisted) throw new AuthoringError('not_written', shownText(describeProblem(unlisted)));
  const taken = getFile(loaded, name, scope);
  if (taken !== undefined)
    throw new AuthoringError(
      'agent_exists',
      `an agent ${name} exists already: ${shownText(taken)}; use another name`,
    );
  const content = new TextEncoder().encode(text);
  const { owner } = loaded.settings.agents;
  const place = { path: join(folder, `${name}.md`), scope, name, codec: 'markdown', owner } as const;
  const agent = readDraft(content, place);
  if (!agent.definition) throw refused(name, agent.problems);
  // The nodes of a graph may name the new agent itself.
  const missing = checkReferences(agent, { ...loaded, agents: [...loaded.agents, agent] }, content);
  return { agent, content, missing };
}

/** @throws AuthoringError */
export function saveAgent({ agent, content }: DraftedAgent): void {
  const { path, scope } = agent.origin;
  createFile(path, content, scope === 'global' ? 0o700 : 0o777);
}

export function refused(name: string, problems: readonly Problem[]): AuthoringError {
  const why = problems.map((problem) => shownText(describeProblem(problem))).join('; ');
  return new AuthoringError('invalid_definition', `agent ${shownText(name)} was not written: ${why}`);
}
