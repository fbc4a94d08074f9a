import { shownText } from '@agent-home/protocol';
import type { DefinitionPlaces } from '@agent-home/runtime-node/definitions';
import { HomeError } from '../../errors/command-errors.ts';
import { readConfiguredModel } from '../compose/read-configured-model.ts';
import { ResidentModel, residentModelVariable as variable } from './resident-model.ts';

/**
 * Reads the model that AGENT_HOME_RESIDENT_MODEL names.
 * @throws HomeError `resident_model_not_configured`, AgentCommandError `invalid_settings`
 */
export async function readResidentModel(
  environment: NodeJS.ProcessEnv,
  places?: DefinitionPlaces,
): Promise<ResidentModel | undefined> {
  const name = environment[variable]?.trim();
  if (!name) return undefined;
  const fail = (reason: string, cause: unknown) =>
    new HomeError(
      'resident_model_not_configured',
      `${variable}=${shownText(name)} cannot be used: ${reason}. Add the model to "models" in ~/.agent-home/settings.json, or unset the variable`,
      { cause },
    );
  const { model, find } = await readConfiguredModel(name, fail, environment, places);
  return new ResidentModel(name, model, find);
}
