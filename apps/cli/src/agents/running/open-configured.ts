import { shownText } from '@agent-home/protocol';
import { loadDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { atTerminal, isAtTerminal } from '../authoring/at-terminal.ts';
import type { Person } from '../authoring/person.ts';
import { configureModel } from '../models/configure-model.ts';
import type { findModelSources } from '../models/model-sources.ts';
import { type OpenAgent, openAgent } from './open-agent.ts';

/**
 * Opens an agent. If the settings have no model yet, a user at a terminal is offered to search for one.
 * @throws AgentCommandError with a remedy
 */
export async function openConfigured(
  places: Parameters<typeof openAgent>[0],
  name: string,
  {
    person = isAtTerminal() ? atTerminal : undefined,
    find,
  }: { person?: Person; find?: typeof findModelSources } = {},
): Promise<OpenAgent> {
  try {
    return openAgent(places, name);
  } catch (error) {
    if (!person || !isMissingModel(error) || hasModels(places)) throw error;
    const line = await person.ask(
      'No model is configured. Search this machine and its API keys for one? yes, no: ',
    );
    if (!/^y(es)?$/i.test((line ?? '').trim())) throw error;
    const { name: model, path } = await configureModel(places, {}, find);
    person.say(`The model ${shownText(model)} is added to ${shownText(path)}`);
    return openAgent(places, name);
  }
}

function isMissingModel(error: unknown): boolean {
  return error instanceof AgentCommandError && error.code === 'model_not_configured';
}

function hasModels(places: Parameters<typeof openAgent>[0]): boolean {
  return Object.keys(loadDefinitions(places).settings.models).length > 0;
}
