import { type AgentDefinition, type ModelSettings, nearestName, type Settings } from '@agent-home/definition';
import type { ConfiguredModel } from '../models/model-settings.ts';
import type { RunModel } from './run-model.ts';
import { SetupError } from './setup-error.ts';

/** Tokens of a model whose settings do not say: the smallest window that is common. */
export const usualWindow = 32_768;
const mostReserved = 4_096;
const attemptTimeoutMs = 120_000;

/** Where providers are that speak the one protocol there is, unless the settings say otherwise. */
const usualAddresses: Readonly<Record<string, string | undefined>> = {
  openai: 'https://api.openai.com/v1',
  emulator: 'http://127.0.0.1:4603/v1',
  'openai-compatible': undefined,
};

/**
 * The model that an agent names, else the one the settings name for all, else the only one there is.
 * @throws SetupError `model_not_configured`
 */
export function chooseModel(settings: Settings, { model }: Pick<AgentDefinition, 'model'>): RunModel {
  const names = Object.keys(settings.models);
  const wanted = model.name ?? settings.agents.model ?? (names.length === 1 ? names[0] : undefined);
  if (wanted === undefined)
    throw new SetupError(
      'model_not_configured',
      `no model is chosen: name one in the agent’s file, or by agents.model of settings that have ${names.join(', ') || 'models'}`,
    );
  const found = Object.hasOwn(settings.models, wanted) ? settings.models[wanted] : undefined;
  if (!found || (model.provider !== undefined && model.provider !== found.provider)) {
    const nearest = nearestName(wanted, names);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new SetupError('model_not_configured', `the settings have no model ${wanted}${hint}`);
  }
  const contextWindow = found.contextWindow ?? usualWindow;
  const price = dearest([found, ...standIns(settings, found), ...repairing(settings)]);
  return {
    provider: found.provider,
    name: found.model ?? wanted,
    contextWindow,
    reservedOutput: Math.min(mostReserved, Math.floor(contextWindow / 4)),
    ...(price === undefined ? {} : { price }),
  };
}

/**
 * The model of the settings that makes vectors of what an agent keeps.
 * @throws SetupError `model_not_configured`
 */
export function chooseEmbeddingModel(
  { models, memory }: Pick<Settings, 'models' | 'memory'>,
  asked: string | undefined,
): { provider: string; name: string } {
  const wanted = asked ?? memory.embeddingModel;
  const found = wanted !== undefined && Object.hasOwn(models, wanted) ? models[wanted] : undefined;
  if (wanted !== undefined && found) return { provider: found.provider, name: found.model ?? wanted };
  throw new SetupError(
    'model_not_configured',
    wanted === undefined
      ? 'a vector_store wants an embedding model: embedding_model in the agent’s file, or memory.embeddingModel in the settings'
      : `the settings have no model ${wanted} to make vectors`,
  );
}

/** A fallback may be a name of the settings, or one that the provider alone knows: then nobody knows its price. */
function standIns(settings: Settings, { fallbacks = [] }: ModelSettings): Pick<ModelSettings, 'price'>[] {
  return fallbacks.map((name) => (Object.hasOwn(settings.models, name) ? (settings.models[name] ?? {}) : {}));
}

/** Whoever repairs calls is paid out of the same budget. */
function repairing({ toolCallRepair, models }: Settings): Pick<ModelSettings, 'price'>[] {
  const name = toolCallRepair?.model;
  return name === undefined ? [] : [Object.hasOwn(models, name) ? (models[name] ?? {}) : {}];
}

/** Which of them answers is not known when money is set aside. */
function dearest(models: readonly Pick<ModelSettings, 'price'>[]): RunModel['price'] {
  const prices = models.map(({ price }) => price).filter((price) => price !== undefined);
  if (prices.length < models.length) return undefined;
  return {
    input: Math.max(...prices.map(({ input }) => input)),
    output: Math.max(...prices.map(({ output }) => output)),
  };
}

/**
 * How models are reached that runs have pinned, by what their provider calls them.
 * @returns throws SetupError `model_not_configured`, `provider_not_supported`, or what is wrong with its key
 */
export function findModels(
  settings: Settings,
  vault: { value(handle: string): Promise<string> },
): (provider: string, name: string) => Promise<ConfiguredModel> {
  return async (provider, name) => {
    const found = Object.entries(settings.models).find(
      ([key, model]) => model.provider === provider && (model.model ?? key) === name,
    );
    if (!found)
      throw new SetupError('model_not_configured', `the settings have no model ${provider}/${name}`);
    const [key, model] = found;
    return {
      provider,
      name,
      url: addressOf(key, model),
      ...(model.key === undefined ? {} : { key: await vault.value(model.key) }),
      fallbacks: (model.fallbacks ?? []).map((other) => settings.models[other]?.model ?? other),
      timeoutMs: attemptTimeoutMs,
    };
  };
}

/** @throws SetupError `provider_not_supported`, `model_not_configured` */
export function addressOf(key: string, { provider, url }: ModelSettings): string {
  const isKnown = Object.hasOwn(usualAddresses, provider);
  const address = url ?? (isKnown ? usualAddresses[provider] : undefined);
  if (!isKnown)
    throw new SetupError(
      'provider_not_supported',
      `model ${key}: provider ${provider} is not there yet; ${Object.keys(usualAddresses).join(', ')} are`,
    );
  if (address === undefined) throw new SetupError('model_not_configured', `model ${key} has no url`);
  return address;
}
