import { shownText } from '@agent-home/protocol';
import { chooseModel, type FindModel, findModels, type RunModel, Vault } from '@agent-home/runtime-node';
import {
  collectPrograms,
  type DefinitionPlaces,
  definitionPlaces,
  loadDefinitions,
} from '@agent-home/runtime-node/definitions';
import { requireSoundSettings } from '../../agents/running/open-agent.ts';
import type { HomeError } from '../../errors/command-errors.ts';

/** Model of the settings, checked to be complete. */
export interface NamedModel {
  model: RunModel;
  find: FindModel;
}

/**
 * Reads the model that a variable names: a key of `models` in the settings of the user or of a trusted project.
 * @param fail returns the error for a model that cannot be used, for this reason
 * @throws HomeError of `fail`, AgentCommandError `invalid_settings`
 */
export async function readConfiguredModel(
  name: string,
  fail: (reason: string, cause: unknown) => HomeError,
  environment: NodeJS.ProcessEnv,
  places: DefinitionPlaces = definitionPlaces(),
): Promise<NamedModel> {
  const loaded = loadDefinitions(places);
  requireSoundSettings(loaded);
  const { settings } = loaded;
  const vault = new Vault(settings.vault, {
    environment,
    placeOf: collectPrograms(loaded, environment).placeOf('vault'),
    tell: ({ code, message }) => console.error(`${shownText(message)} [${code}]`),
  });
  try {
    const model = chooseModel(settings, { model: { name, params: {} } });
    const find = findModels(settings, vault);
    await find(model.provider, model.name, model.settingsKey);
    return { model, find };
  } catch (error) {
    throw fail(shownText(error instanceof Error ? error.message : String(error)), error);
  }
}
