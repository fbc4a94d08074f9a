import { type ModelSettings, nearestName, type Settings } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { boundedFetch, createModelPort, findModels, SetupError, Vault } from '@agent-home/runtime-node';
import {
  type LoadedDefinitions,
  loadDefinitions,
  placesOfPrograms,
} from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { preview } from '../../../terminal/untrusted-text.ts';
import { listedPrice, writePrice } from '../../models/listed-price.ts';
import { type Ability, abilities, limitNameIn, type ModelTrial, testModel } from '../../models/test-model.ts';
import { type TriedModel, trialRemedy } from '../../models/trial-remedy.ts';
import { requireSoundSettings } from '../../running/open-agent.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';

/**
 * `agent-home models test [NAMES]`: sends each model a small request. Returns 0 if all respond, 1 otherwise.
 * @throws AgentCommandError `model_not_configured`
 */
export async function testModels(names: readonly string[], flags: ProjectFlags): Promise<0 | 1> {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  const trials: ModelTrial[] = [];
  for (const name of chosenModels(loaded, names)) {
    const trial = await announceLongTrial(name, tryModel(loaded, name));
    trials.push(trial);
    if (flags.format !== 'json') for (const line of toLines(trial, loaded)) console.log(line);
  }
  if (flags.format === 'json') console.log(jsonDocument({ models: trials }));
  return trials.every(({ ok }) => ok) ? 0 : 1;
}

/** Milliseconds after which a trial that is still running gets a line, and after which it ends. */
const [longTrialMs, trialMs] = [5_000, 180_000];

async function announceLongTrial(name: string, trial: Promise<ModelTrial>): Promise<ModelTrial> {
  const minutes = trialMs / 60_000;
  const line = `${shownText(name)} has not responded to all requests yet: the trial ends after ${minutes} minutes, or with Ctrl-C`;
  const timer = setTimeout(() => console.error(line), longTrialMs);
  try {
    return await trial;
  } finally {
    clearTimeout(timer);
  }
}

/** Tests one model of loaded settings. Errors of the settings and of the key become results. */
export async function tryModel(
  loaded: LoadedDefinitions,
  name: string,
  { isBrief = false }: { isBrief?: boolean } = {},
): Promise<ModelTrial> {
  const { settings } = loaded;
  const model = settings.models[name];
  if (model === undefined)
    throw new AgentCommandError('model_not_configured', `the settings have no model ${name}`);
  const environment = process.env;
  const vault = new Vault(settings.vault, {
    environment,
    placeOf: placesOfPrograms(loaded, environment)('vault'),
  });
  const find = findModels(settings, vault);
  try {
    await find(model.provider, model.model ?? name, name);
    let limitName: string | undefined;
    const fetch: typeof boundedFetch = (input, init) => {
      limitName = limitNameIn(String(init?.body));
      return boundedFetch(input, init);
    };
    return await testModel(createModelPort(find, { fetch }), name, model, {
      signal: AbortSignal.timeout(trialMs),
      limitName: () => limitName,
      remedy: (failed) => trialRemedy(failed, toTried(name, model, settings)),
      isBrief,
    });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { name, ok: false, code: error.code, message: error.message };
  }
}

function toTried(name: string, { model, url, key }: ModelSettings, { vault }: Settings): TriedModel {
  const secret = key?.replace(/^vault:\/\//, '');
  const variable = secret === undefined ? undefined : vault[secret]?.env;
  return { name, id: model ?? name, url, key: variable === undefined ? key : `the variable ${variable}` };
}

function chosenModels({ settings: { models } }: LoadedDefinitions, names: readonly string[]): string[] {
  const known = Object.keys(models);
  if (known.length === 0)
    throw new AgentCommandError(
      'model_not_configured',
      'the settings have no model: run agent-home agents init, or agent-home models add',
    );
  for (const name of names) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? '' : `; did you mean ${shownText(nearest)}?`;
    throw new AgentCommandError(
      'model_not_configured',
      `the settings have no model ${shownText(name)}${hint}`,
    );
  }
  return names.length > 0 ? [...new Set(names)] : known;
}

function toLines(trial: ModelTrial, { settings }: LoadedDefinitions): string[] {
  const name = shownText(trial.name);
  if (!trial.ok)
    return [
      `✗ ${name}: ${preview(trial.message ?? '', 300)} [${shownText(trial.code ?? 'failed')}]`,
      ...(trial.remedy === undefined ? [] : [`    ${shownText(trial.remedy)}`]),
    ];
  const { first_text_ms: first, elapsed_ms: elapsed, input_tokens: input, output_tokens: output } = trial;
  return [
    `✓ ${name}: responds in ${elapsed} ms${first === undefined ? '' : `, first text after ${first} ms`}; ${input} tokens in, ${output} out`,
    ...toAbilities(trial, settings.models[trial.name]?.input),
    ...(trial.limit_name === undefined ? [] : [`  takes its limit as ${trial.limit_name}`]),
    ...toPrice(trial.name, settings),
  ];
}

/** Words for the abilities that a trial found, and for those that it did not find, with the remedy. */
const words: Readonly<Record<Ability, readonly [string, string]>> = {
  stream: ['streams', 'sent its text in one piece: conversations show it at the end'],
  usage: ['reports usage', 'reports no usage: tokens and costs are estimated'],
  tools: [
    'calls tools',
    'did not call the tool that it was offered: agents of this model may not work with tools',
  ],
  parallel_tools: ['calls several tools at once', 'made one call at a time: runs need more rounds'],
  structured_output: ['keeps to JSON', 'did not reply with JSON alone: outputs with a schema need repairs'],
  images: ['reads images', 'did not recognize a picture'],
};

function toAbilities(
  { abilities: found, failures = [] }: ModelTrial,
  input: ModelSettings['input'],
): string[] {
  return abilities.map((ability) => {
    const [can, cannot] = words[ability];
    const hint = ability === 'images' ? imageHint(found?.images, input?.includes('image')) : '';
    if (found?.[ability]) return `  ${can}${hint}`;
    const failure = failures.find((each) => each.ability === ability);
    const reason = failure ? ` (${preview(failure.message, 120)}) [${shownText(failure.code)}]` : '';
    return `  ! ${cannot}${hint}${reason}`;
  });
}

/** Returns the change of the settings by which a model gets images, or none that it does not read. */
function imageHint(canRead = false, isConfigured = false): string {
  if (canRead === isConfigured) return '';
  return canRead ? ': add "input": ["text", "image"] to its settings' : ': leave image out of its input';
}

/** Returns the price of the settings, or the one of the list as a proposal. */
function toPrice(name: string, { models }: LoadedDefinitions['settings']): string[] {
  const model = models[name];
  if (model === undefined) return [];
  if (model.price !== undefined) return [`  price ${writePrice(model.price)} of the settings`];
  const listed = listedPrice(model, model.model ?? name);
  if (listed === undefined) return [];
  return [
    `  no price in the settings; ${listed.date} it was ${writePrice(listed.price)} USD (${listed.source})`,
  ];
}
