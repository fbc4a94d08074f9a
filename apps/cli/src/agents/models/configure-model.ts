import type { ModelSettings } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import type { DefinitionPlaces } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { atTerminal, isAtTerminal } from '../authoring/at-terminal.ts';
import { askUntil, type Person } from '../authoring/person.ts';
import { addingChanges } from './add-model.ts';
import {
  choicesOf,
  findModelSources,
  keyedProviders,
  type ModelChoice,
  type ModelSources,
} from './model-sources.ts';
import { changedSettings, readSettingsText, saveSettings } from './settings-file.ts';

/** Model that a user names; without members one is searched. */
export interface ModelFlags {
  model?: string;
  url?: string;
  keyEnv?: string;
}

/** Text of new settings; the members are added to it. */
const newSettings = `{
  // Settings for all projects of this user: docs/configuration.md of Agent Home explains every member.

  // Models by name. "agents.model" names the one for agents whose file names none.
  "agents": {},
  "models": {},

  // Secrets by name: the variable, file or command that each comes from, never the value.
  "vault": {}
}
`;

/**
 * Chooses a model and adds it to the user's settings as the default.
 * @param find searches this machine for models
 * @returns its name, and the path of the settings
 * @throws AgentCommandError `model_not_configured` if no model was found
 */
export async function configureModel(
  places: DefinitionPlaces,
  flags: ModelFlags,
  find: typeof findModelSources = findModelSources,
): Promise<{ name: string; path: string }> {
  const { name, model, keyVariable } = await chooseModel(flags, () => find(process.env));
  const file = readSettingsText(places, 'global');
  const changes = addingChanges(file.settings, { name, model, keyVariable, isDefault: true });
  saveSettings(file, changedSettings(file, changes, newSettings));
  return { name, path: file.path };
}

interface ChosenModel {
  name: string;
  model: ModelSettings;
  keyVariable?: string | undefined;
}

async function chooseModel(flags: ModelFlags, find: () => Promise<ModelSources>): Promise<ChosenModel> {
  const { model, url, keyEnv } = flags;
  if (url !== undefined) {
    if (model === undefined)
      throw new AgentCommandError('invalid_arguments', '--url needs the name of a model: pass --model');
    return { name: model, model: { provider: 'openai-compatible', url }, keyVariable: keyEnv };
  }
  if (
    model !== undefined &&
    keyEnv !== undefined &&
    !keyedProviders.some(({ variable }) => variable === keyEnv)
  )
    return { name: model, model: { provider: 'openai' }, keyVariable: keyEnv };
  const sources = await find();
  const choices = choicesOf(sources).filter(
    ({ keyVariable }) => keyEnv === undefined || keyVariable === keyEnv,
  );
  const chosen = isAtTerminal() ? await ask(atTerminal, choices, model) : pick(choices, model);
  if (chosen === undefined) throw noModel(sources, model);
  return chosen;
}

/** Returns the only sensible choice without questions: the named model, or the first of a local server. */
function pick(choices: readonly ModelChoice[], model: string | undefined): ChosenModel | undefined {
  const listed = choices.find(
    (choice) => choice.model !== undefined && (model === undefined || choice.model === model),
  );
  const open = model === undefined ? undefined : choices.find((choice) => choice.model === undefined);
  const choice = listed ?? open;
  return choice && toChosen(choice, model);
}

async function ask(
  person: Person,
  choices: readonly ModelChoice[],
  model: string | undefined,
): Promise<ChosenModel | undefined> {
  const named = model === undefined ? undefined : pick(choices, model);
  if (named !== undefined) return named;
  const [first] = choices;
  if (model !== undefined || first === undefined) return undefined;
  const choice = choices.length === 1 ? first : await askChoice(person, choices);
  if (choice.model !== undefined) return toChosen(choice, undefined);
  const question = `Model of ${shownText(choice.title)}, as the provider names it: `;
  const id = await askUntil(person, question, (line) =>
    line === '' ? { problem: 'write the name of a model, such as gpt-5' } : { value: line },
  );
  return toChosen(choice, id);
}

function askChoice(person: Person, choices: readonly ModelChoice[]): Promise<ModelChoice> {
  person.say('Models that this machine can reach:');
  for (const [index, { title }] of choices.entries())
    person.say(`  ${String(index + 1).padStart(2)} ${shownText(title)}`);
  return askUntil(person, 'Number [1]: ', (line) => {
    const found = choices[line === '' ? 0 : Number(line) - 1];
    return found === undefined ? { problem: `write a number from 1 to ${choices.length}` } : { value: found };
  });
}

function toChosen(
  { provider, url, model, keyVariable }: ModelChoice,
  asked: string | undefined,
): ChosenModel {
  return {
    name: model ?? asked ?? '',
    model: { provider, ...(url === undefined ? {} : { url }) },
    keyVariable,
  };
}

function noModel({ keyed, servers }: ModelSources, model: string | undefined): AgentCommandError {
  const key = keyed[0];
  if (key !== undefined && model === undefined)
    return new AgentCommandError(
      'model_not_configured',
      `${key.variable} is set, and no model is chosen: run agent-home agents init --model ID --key-env ${key.variable}`,
    );
  const looked =
    servers.length === 0
      ? 'no model server responds on this machine'
      : 'the servers on this machine do not have it';
  return new AgentCommandError(
    'model_not_configured',
    `no model was found: no API key is set (such as OPENAI_API_KEY), and ${looked}; set a key, start a server such as Ollama, or pass --url and --model`,
  );
}
