import type { ParameterizedModel } from './model-params.ts';
import type { ModelApi, ModelSettings } from './settings-schema.ts';

/** Protocols of providers that have their own. */
const usualApis: Readonly<Record<string, ModelApi>> = { anthropic: 'anthropic', google: 'gemini' };

/** Returns the protocol of a model: that of its entry in the settings, else the usual one of its provider. */
export function apiOfModel({ provider, api }: Pick<ModelSettings, 'provider' | 'api'>): ModelApi {
  return api ?? (Object.hasOwn(usualApis, provider) ? usualApis[provider] : undefined) ?? 'chat';
}

/** Returns the model as its parameters are checked. A model of a package has the parameters of the package. */
export function parameterized({
  provider,
  api,
  package: name,
}: Pick<ModelSettings, 'provider' | 'api' | 'package'>): ParameterizedModel {
  return name === undefined ? { provider, api: apiOfModel({ provider, api }) } : { provider: name };
}
