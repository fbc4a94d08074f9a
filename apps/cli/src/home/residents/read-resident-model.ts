import { shownText } from '@agent-home/protocol';
import { chooseModel, findModels, Vault } from '@agent-home/runtime-node';
import {
  collectPrograms,
  type DefinitionPlaces,
  definitionPlaces,
  loadDefinitions,
} from '@agent-home/runtime-node/definitions';
import { requireSoundSettings } from '../../agents/running/open-agent.ts';
import { HomeError } from '../../errors/command-errors.ts';
import { ResidentModel, residentModelVariable as variable } from './resident-model.ts';

/**
 * Reads the model that AGENT_HOME_RESIDENT_MODEL names: a key of `models` in the settings of the user or of a trusted project.
 * @throws HomeError `resident_model_not_configured`, AgentCommandError `invalid_settings`
 */
export async function readResidentModel(
  environment: NodeJS.ProcessEnv,
  places: DefinitionPlaces = definitionPlaces(),
): Promise<ResidentModel | undefined> {
  const name = environment[variable]?.trim();
  if (!name) return undefined;
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
    return new ResidentModel(name, model, find);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HomeError(
      'resident_model_not_configured',
      `${variable}=${shownText(name)} cannot be used: ${shownText(reason)}. Add the model to "models" in ~/.agent-home/settings.json, or unset the variable`,
      { cause: error },
    );
  }
}
