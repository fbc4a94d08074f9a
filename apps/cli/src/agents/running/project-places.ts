import { statSync } from 'node:fs';
import { knownRuntimes } from '@agent-home/agent/known-runtimes';
import { shownText } from '@agent-home/protocol';
import { type DefinitionPlaces, definitionPlaces } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';

/**
 * Returns the given project, or the current folder.
 * @throws AgentCommandError `project_not_found`, because a typo must not look like a project without agents
 */
export function projectPlaces(project: string | undefined): DefinitionPlaces {
  const places = { ...definitionPlaces(project), runtimes: knownRuntimes(process.env) };
  if (project !== undefined && !statSync(places.project, { throwIfNoEntry: false })?.isDirectory())
    throw new AgentCommandError(
      'project_not_found',
      `the folder ${shownText(project)} does not exist: check --project`,
    );
  return places;
}
