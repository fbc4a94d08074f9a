import {
  DefinitionError,
  describeProblem,
  isError,
  readServersFile,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { loadDefinitions, readBoundedFile } from '@agent-home/runtime-node/definitions';
import { AuthoringError } from '../../errors/command-errors.ts';
import { counted } from '../../terminal/counted.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import type { Scope } from '../authoring/agent-answers.ts';
import { changedSettings, readSettingsText, saveSettings } from '../models/settings-file.ts';
import { requireSoundSettings } from '../running/open-agent.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface McpImportFlags extends ProjectFlags {
  scope: Scope;
  dryRun: boolean;
}

/**
 * `agent-home agents mcp import FILE`: adds the servers of another program's file to the settings. Existing entries are kept.
 * Returns 0 if every server was added, 1 otherwise.
 * @throws AuthoringError, DefinitionError
 */
export function importServers(file: string, flags: McpImportFlags): 0 | 1 {
  const places = projectPlaces(flags.project);
  requireSoundSettings(loadDefinitions(places));
  const { servers, problems } = foreignServers(file);
  const settings = readSettingsText(places, flags.scope);
  const target = settings.path;
  const known = settings.settings.mcpServers ?? {};
  const added = Object.keys(servers).filter((name) => !Object.hasOwn(known, name));
  const taken = Object.keys(servers).filter((name) => Object.hasOwn(known, name));
  const changes = added.toReversed().map((name) => ({ path: ['mcpServers', name], value: servers[name] }));
  if (!flags.dryRun && added.length > 0) saveSettings(settings, changedSettings(settings, changes));
  const unusable = problems.filter(isError);
  if (flags.format === 'json')
    console.log(
      jsonDocument({
        dryRun: flags.dryRun,
        settings: target,
        added,
        already_there: taken,
        problems: problems.map(({ code, path, message, severity }) => ({ code, path, message, severity })),
      }),
    );
  else {
    for (const name of added) console.log(`✓ ${shownText(name)}`);
    for (const name of taken)
      console.log(
        `✗ ${shownText(name)}: the settings already have a server of this name, which is kept [mcp_server_twice]`,
      );
    for (const problem of problems)
      console.log(`${isError(problem) ? '✗' : '!'} ${preview(describeProblem(problem))}`);
    const verb = flags.dryRun ? 'would be added' : 'added';
    console.log(`${counted(added.length, 'server')} ${verb} to ${shownText(target)}`);
    if (added.length > 0 && flags.scope === 'project')
      console.log(
        'Trust the project with `agent-home agents trust`, then check the servers with `agent-home agents doctor`.',
      );
  }
  return unusable.length + taken.length === 0 ? 0 : 1;
}

function foreignServers(file: string) {
  try {
    return readServersFile(readBoundedFile(file), file);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    throw new AuthoringError(
      'not_written',
      error.problems.map((one) => preview(describeProblem(one))).join('; '),
    );
  }
}
