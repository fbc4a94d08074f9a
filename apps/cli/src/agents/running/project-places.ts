import { statSync } from 'node:fs';
import { shownText } from '@agent-home/protocol';
import { type DefinitionPlaces, definitionPlaces } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';

/**
 * The project that is named, or where one stands.
 * @throws AgentCommandError `project_not_found`: a slip of the keyboard is no project without agents
 */
export function projectPlaces(project: string | undefined): DefinitionPlaces {
  const places = definitionPlaces(project);
  if (project !== undefined && !statSync(places.project, { throwIfNoEntry: false })?.isDirectory())
    throw new AgentCommandError(
      'project_not_found',
      `the folder ${shownText(project)} does not exist: check --project`,
    );
  return places;
}
