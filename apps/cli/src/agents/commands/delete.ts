import { shownText } from '@agent-home/protocol';
import { pinnedMemory } from '@agent-home/runtime-node';
import { type LoadedAgent, loadDefinitions } from '@agent-home/runtime-node/definitions';
import { AuthoringError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { getReason } from '../../terminal/plain-text.ts';
import type { Scope } from '../authoring/agent-answers.ts';
import { collectFiles, removeFiles } from '../authoring/agent-files.ts';
import { atTerminal, isAtTerminal } from '../authoring/at-terminal.ts';
import { chooseAgent } from '../authoring/choose-agent.ts';
import { getFile } from '../authoring/make-agent.ts';
import { clearContext } from '../contexts/clear-context.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface DeleteFlags extends ProjectFlags {
  scope?: Scope;
  yes: boolean;
}

/**
 * `agent-home agents delete NAME` (S3-33, S3-211): prompts for confirmation, then removes the files of one scope's agent and its
 * context. Returns 0 if removed, 1 if not confirmed.
 */
export async function deleteAgent(name: string, flags: DeleteFlags): Promise<0 | 1> {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const agent = chooseAgent(loaded, name, flags.scope);
  const { scope } = agent.origin;
  const twin = getFile(loaded, agent.name, scope === 'project' ? 'global' : 'project');
  if (twin !== undefined && flags.scope === undefined)
    throw new AuthoringError(
      'invalid_arguments',
      `two agents are called ${shownText(agent.name)}: pass --scope project or --scope global`,
    );
  if (!(await isMeant(agent, flags))) {
    console.error('Nothing was deleted.');
    return 1;
  }
  const left = removed(agent);
  // If the project's agent shadows the global one, the context belongs to the project's agent.
  const isTwins = scope === 'global' && twin !== undefined;
  const contextCleared = !isTwins && isCleared(agent.name);
  tell({ agent, left, contextCleared }, flags);
  return 0;
}

async function isMeant({ name, origin }: LoadedAgent, { yes }: DeleteFlags): Promise<boolean> {
  if (yes) return true;
  if (!isAtTerminal())
    throw new AuthoringError('invalid_arguments', 'no terminal to confirm on: pass --yes to delete');
  const question = `Delete agent ${shownText(name)} (${origin.scope}: ${shownText(origin.path)}) and its context? yes or no: `;
  return (await atTerminal.ask(question))?.trim().toLowerCase() === 'yes';
}

/** Reports a context that cannot be cleared. This is no failure, because the files are already removed. */
function isCleared(agent: string): boolean {
  try {
    return clearContext(process.env, agent, new Date());
  } catch (error) {
    console.error(
      `agent-home: the context of ${shownText(agent)} was not cleared: ${getReason(error)} [context_not_kept]`,
    );
    return false;
  }
}

function removed(agent: LoadedAgent): string[] {
  try {
    return removeFiles(collectFiles(agent));
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const where = shownText(agent.origin.path);
    throw new AuthoringError('not_written', `${where} cannot be deleted: ${code}`, { cause: error });
  }
}

interface Deleted {
  agent: LoadedAgent;
  left: string[];
  contextCleared: boolean;
}

function tell({ agent, left, contextCleared }: Deleted, { format }: DeleteFlags): void {
  const { name, origin } = agent;
  if (format === 'json') {
    const { scope, path } = origin;
    console.log(jsonDocument({ deleted: { name, scope, file: path, contextCleared, left } }));
    return;
  }
  console.log(`${shownText(name)} is deleted (${origin.scope}: ${shownText(origin.path)}).`);
  if (contextCleared) console.log('  its context in this project is deleted, too');
  for (const folder of left)
    console.log(`  the folder stays and keeps the name, because it has other files: ${shownText(folder)}`);
  console.log(`  its runs stay as logs: agent-home runs list --agent ${shownText(name)}`);
  if (agent.draft?.teamwork.memory !== undefined)
    console.log(
      `  its memory stays: agent-home agents memory list ${shownText(name)} --backend ${getBackend(agent.draft)}`,
    );
}

/** Returns the backend by which the memory of a deleted agent can still be read. */
function getBackend(draft: NonNullable<LoadedAgent['draft']>): string {
  const backend = pinnedMemory(draft).memory?.backend ?? 'sqlite';
  // The backend `vector_store` keeps its texts in files.
  return backend === 'vector_store' ? 'filesystem' : backend;
}
