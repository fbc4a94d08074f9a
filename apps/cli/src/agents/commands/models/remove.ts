import { nearestName } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { AgentCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import type { Scope } from '../../authoring/agent-answers.ts';
import { removingChanges, usesOfModel } from '../../models/add-model.ts';
import { changedSettings, readSettingsText, saveSettings } from '../../models/settings-file.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';

export interface RemoveModelFlags extends ProjectFlags {
  scope: Scope;
  dryRun: boolean;
}

/**
 * `agent-home models remove NAME`: removes a model, and the vault entry of its key if nothing else uses it.
 * @throws AgentCommandError `model_not_configured`, `model_in_use`
 * @throws AuthoringError if the settings were not written
 */
export function removeModel(name: string, flags: RemoveModelFlags): void {
  const file = readSettingsText(projectPlaces(flags.project), flags.scope);
  const names = Object.keys(file.settings.models ?? {});
  if (!names.includes(name)) {
    const nearest = nearestName(name, names);
    const hint = nearest === undefined ? '' : `; did you mean ${shownText(nearest)}?`;
    throw new AgentCommandError(
      'model_not_configured',
      `${shownText(file.path)} has no model ${shownText(name)}${hint}`,
    );
  }
  const uses = usesOfModel(file.settings, name);
  if (uses.length > 0)
    throw new AgentCommandError(
      'model_in_use',
      `the model ${shownText(name)} is in use by ${uses.map((member) => shownText(member)).join(', ')} of ${shownText(file.path)}: change that first`,
    );
  const changes = removingChanges(file.settings, name);
  const changed = changedSettings(file, changes);
  if (!flags.dryRun) saveSettings(file, changed);
  const secrets = changes.flatMap(({ path: [member, secret] }) =>
    member === 'vault' ? [String(secret)] : [],
  );
  if (flags.format === 'json') {
    console.log(jsonDocument({ dryRun: flags.dryRun, name, settings: file.path, secrets }));
    return;
  }
  const verb = flags.dryRun ? 'would be removed' : 'is removed';
  console.log(`${shownText(name)} ${verb} from ${shownText(file.path)}`);
  for (const secret of secrets)
    console.log(`  with its vault entry ${shownText(secret)}, which nothing else uses`);
}
