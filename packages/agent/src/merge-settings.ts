import { AgentError } from './agent-error.ts';
import type { AgentSource } from './agent-source.ts';

/**
 * Combines models and secrets of agents, so that one runtime has all of them.
 * @throws AgentError `invalid_agent` if two agents name different models by one key
 */
export function mergeSettings([first, ...others]: AgentSource[]): Pick<
  AgentSource,
  'settings' | 'environment'
> {
  if (!first) throw new AgentError('invalid_agent', 'a run needs an agent');
  const models = { ...first.settings.models };
  const described = new Map(Object.entries(models).map(([key, entry]) => [key, describeModel(entry, first)]));
  for (const source of others)
    for (const [key, entry] of Object.entries(source.settings.models)) {
      const description = describeModel(entry, source);
      if ((described.get(key) ?? description) !== description)
        throw new AgentError(
          'invalid_agent',
          `agent ${source.definition.name} has another model or key for ${key} than an agent before it: use the same for both`,
        );
      described.set(key, description);
      models[key] ??= entry;
    }
  const vault = Object.assign({}, ...[first, ...others].map(({ settings }) => settings.vault));
  const environment = Object.assign({}, ...[first, ...others].map((source) => source.environment));
  return { settings: { ...first.settings, models, vault }, environment };
}

/** Describes a model with its key in place of the handle, to compare the models of two agents. The text is not kept. */
function describeModel(entry: { key?: string | undefined }, { settings, environment }: AgentSource): string {
  const source = entry.key === undefined ? undefined : settings.vault[entry.key.replace('vault://', '')];
  const variable = source && 'env' in source ? source.env : undefined;
  const key = variable === undefined ? entry.key : environment[variable];
  return JSON.stringify({ ...entry, key });
}
