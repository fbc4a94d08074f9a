import {
  type AgentDefinition,
  apiOfModel,
  type ModelApi,
  type ModelSettings,
  modelParamProblems,
  nearestName,
  parameterized,
  type Settings,
} from '@agent-home/agent-runtime/definition';
import type { ConfiguredModel, ReachableModel } from '../models/request/model-settings.ts';
import { reservedOutput } from './reserved-output.ts';
import type { RunModel } from './run-model.ts';
import { SetupError } from './setup-error.ts';

/** Context window in tokens if the settings have none: the smallest common one. */
export const usualWindow = 32_768;
const attemptTimeoutMs = 120_000;

/** Default addresses of known providers by protocol; a provider without one needs `url`. */
const usualAddresses: Readonly<Record<string, Partial<Record<ModelApi, string>>>> = {
  openai: { chat: 'https://api.openai.com/v1', responses: 'https://api.openai.com/v1' },
  anthropic: { anthropic: 'https://api.anthropic.com/v1' },
  google: { gemini: 'https://generativelanguage.googleapis.com/v1beta' },
  emulator: {
    chat: 'http://127.0.0.1:4603/v1',
    responses: 'http://127.0.0.1:4603/v1',
    anthropic: 'http://127.0.0.1:4603/v1',
    gemini: 'http://127.0.0.1:4603/v1beta',
  },
  'openai-compatible': {},
};

/**
 * Returns the model that an agent names, else the settings' default, else the only one configured.
 * @throws SetupError `model_not_configured`
 */
export function chooseModel(settings: Settings, { model }: Pick<AgentDefinition, 'model'>): RunModel {
  const names = Object.keys(settings.models);
  const wanted = model.name ?? settings.agents.model ?? (names.length === 1 ? names[0] : undefined);
  if (wanted === undefined)
    throw new SetupError(
      'model_not_configured',
      names.length === 0
        ? 'the settings have no model: run agent-home agents init, or add to ~/.agent-home/settings.json "models": {"gpt-5": {"provider": "openai", "key": "vault://openai"}}, "vault": {"openai": {"env": "OPENAI_API_KEY"}}'
        : `no model is chosen: set model in the agent’s file or agents.model in the settings to one of ${names.join(', ')}`,
    );
  const found = Object.hasOwn(settings.models, wanted) ? settings.models[wanted] : undefined;
  if (found && model.provider !== undefined && model.provider !== found.provider)
    throw new SetupError(
      'model_not_configured',
      `model ${wanted} has the provider ${found.provider} in the settings and ${model.provider} in the agent’s file: change one of them`,
    );
  if (!found) {
    const nearest = nearestName(wanted, names);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new SetupError('model_not_configured', `the settings have no model ${wanted}${hint}`);
  }
  const [refused] = modelParamProblems(parameterized(found), model.params);
  if (refused) throw new SetupError('model_param_refused', `model.params: ${refused.message}`);
  const contextWindow = found.contextWindow ?? usualWindow;
  const paid = [
    wanted,
    ...collectFallbacks(settings.models, wanted).map(([key]) => key),
    ...repairing(settings),
  ];
  const prices = collectPrices(settings.models, paid);
  const price = dearest(paid, prices);
  return {
    settingsKey: wanted,
    provider: found.provider,
    name: found.model ?? wanted,
    contextWindow,
    reservedOutput: reservedOutput(contextWindow, found.maxOutputTokens),
    ...(price === undefined ? {} : { price }),
    ...(Object.keys(prices).length === 0 ? {} : { prices }),
    ...commonInput(settings.models, wanted),
  };
}

/**
 * Returns the model that computes embeddings of an agent's memory.
 * @throws SetupError `model_not_configured`
 */
export function chooseEmbeddingModel(
  { models, memory }: Pick<Settings, 'models' | 'memory'>,
  asked: string | undefined,
): Pick<RunModel, 'settingsKey' | 'provider' | 'name'> {
  const wanted = asked ?? memory.embeddingModel;
  const found = wanted !== undefined && Object.hasOwn(models, wanted) ? models[wanted] : undefined;
  if (wanted !== undefined && found)
    return { settingsKey: wanted, provider: found.provider, name: found.model ?? wanted };
  throw new SetupError(
    'model_not_configured',
    wanted === undefined
      ? 'a memory with search by meaning needs an embedding model: set embedding_model in the agent’s file or memory.embeddingModel in the settings'
      : `the settings have no embedding model ${wanted}: add it to models`,
  );
}

/**
 * Returns the fallbacks of a model. A decision about `model.use` names one provider, so all of them must have the same one. Each
 * settings file is validated alone, so the merged ones are checked here.
 * @throws SetupError `model_not_configured`
 */
function collectFallbacks(models: Settings['models'], key: string): [string, ModelSettings][] {
  const own = models[key];
  return (own?.fallbacks ?? []).map((name) => {
    const found = Object.hasOwn(models, name) ? models[name] : undefined;
    if (found && found.provider === own?.provider) return [name, found];
    const problem = found ? `is of another provider, ${found.provider}` : 'is not in the settings';
    throw new SetupError(
      'model_not_configured',
      `models.${key}.fallbacks: ${name} ${problem}; use models of the provider ${own?.provider}`,
    );
  });
}

/** Returns the files that a model and all of its fallbacks take; empty if they take text alone. */
function commonInput(models: Settings['models'], key: string): Pick<RunModel, 'input'> {
  const fallbacks = collectFallbacks(models, key).map(([, model]) => model);
  const own = [...new Set(models[key]?.input)].filter((kind) => kind !== 'text');
  const input = own.filter((kind) => fallbacks.every((model) => model.input?.includes(kind)));
  return input.length === 0 ? {} : { input };
}

/** Returns the keys of models that repair calls; they are paid from the same budget. */
function repairing({ toolCallRepair }: Settings): string[] {
  return toolCallRepair?.model === undefined ? [] : [toolCallRepair.model];
}

function collectPrices(models: Settings['models'], keys: readonly string[]): NonNullable<RunModel['prices']> {
  const known = keys.flatMap((key): [string, NonNullable<RunModel['price']>][] => {
    const price = Object.hasOwn(models, key) ? models[key]?.price : undefined;
    if (price === undefined) return [];
    const { input, output, cacheRead, cacheWrite } = price;
    const cached = {
      ...(cacheRead === undefined ? {} : { cache_read: cacheRead }),
      ...(cacheWrite === undefined ? {} : { cache_write: cacheWrite }),
    };
    return [[key, { input, output, ...cached }]];
  });
  return Object.fromEntries(known);
}

/** Highest prices, for the reservation, because the responding model is not known in advance. Undefined if a model has no price. */
function dearest(keys: readonly string[], prices: NonNullable<RunModel['prices']>): RunModel['price'] {
  if (keys.some((key) => !Object.hasOwn(prices, key))) return undefined;
  const all = Object.values(prices);
  return {
    // A prompt cache may store all of the input.
    input: Math.max(...all.flatMap(({ input, cache_write: write = 0 }) => [input, write])),
    output: Math.max(...all.map(({ output }) => output)),
  };
}

/**
 * Returns a function that finds the pinned model of a run by its settings key.
 * @returns function that throws SetupError `model_not_configured`, `provider_not_supported`, or the error of the key
 */
export function findModels(
  { models, ofProject }: Pick<Settings, 'models'> & Partial<Pick<Settings, 'ofProject'>>,
  vault: { value(handle: string): Promise<string> },
): (provider: string, name: string, settingsKey?: string) => Promise<ConfiguredModel> {
  const reach = async (settingsKey: string, model: ModelSettings): Promise<ReachableModel> => ({
    settingsKey,
    provider: model.provider,
    name: model.model ?? settingsKey,
    ...getConnection(settingsKey, model, ofProject?.models ?? []),
    ...(model.key === undefined ? {} : { key: await vault.value(model.key) }),
    contextWindow: model.contextWindow ?? usualWindow,
    timeoutMs: attemptTimeoutMs,
  });
  return async (provider, name, settingsKey) => {
    const key = settingsKey ?? getOnlyKey(models, provider, name);
    const found = Object.hasOwn(models, key) ? models[key] : undefined;
    if (!found) throw new SetupError('model_not_configured', `the settings have no model ${key}`);
    if (found.provider !== provider || (found.model ?? key) !== name)
      throw new SetupError(
        'model_not_configured',
        `models.${key} is ${found.provider}/${found.model ?? key} now, and the run began with ${provider}/${name}; restore it, or start a new run`,
      );
    const fallbacks: ReachableModel[] = [];
    for (const [other, model] of collectFallbacks(models, key)) fallbacks.push(await reach(other, model));
    return { ...(await reach(key, found)), fallbacks };
  };
}

/**
 * Returns the settings key for a run whose log has none.
 * @throws SetupError `model_not_configured` if no entry or several match
 */
function getOnlyKey(models: Settings['models'], provider: string, name: string): string {
  const keys = Object.keys(models).filter(
    (key) => models[key]?.provider === provider && (models[key]?.model ?? key) === name,
  );
  const [first] = keys;
  if (first !== undefined && keys.length === 1) return first;
  throw new SetupError(
    'model_not_configured',
    first === undefined
      ? `the settings have no model ${provider}/${name}`
      : `the log names the model ${provider}/${name}, which several models of the settings match (${keys.join(', ')}): start a new run`,
  );
}

/**
 * Returns the protocol or the package of a model, and its address. A package without an address uses its own.
 * @param ofProject models from the settings of the project
 * @throws SetupError `provider_not_supported`, `model_not_configured`, `provider_package_refused`
 */
export function getConnection(
  key: string,
  model: ModelSettings,
  ofProject: readonly string[],
): Pick<ReachableModel, 'api' | 'package' | 'url'> {
  const { provider, url, package: name } = model;
  if (name !== undefined) {
    if (ofProject.includes(key))
      throw new SetupError(
        'provider_package_refused',
        `models.${key}: a project cannot name the package ${name}; move the entry to ~/.agent-home/settings.json`,
      );
    return { package: name, url: url ?? '' };
  }
  const api = apiOfModel(model);
  const known = Object.hasOwn(usualAddresses, provider) ? usualAddresses[provider] : undefined;
  if (known === undefined)
    throw new SetupError(
      'provider_not_supported',
      `models.${key}: the provider ${provider} is not supported; use one of ${Object.keys(usualAddresses).join(', ')}, or name its package of the AI SDK as package`,
    );
  const address = url ?? known[api];
  if (address === undefined)
    throw new SetupError('model_not_configured', `models.${key} has no url: set it in the settings`);
  return { api, url: address };
}
