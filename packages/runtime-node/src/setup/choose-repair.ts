import { nearestName, type Settings } from '@agent-home/agent-runtime/definition';
import type { PinnedRepair, RunStarted } from '@agent-home/agent-runtime/run-log';
import { usualWindow } from './choose-model.ts';
import type { RunModel } from './run-model.ts';
import { SetupError } from './setup-error.ts';

/**
 * Returns how invalid calls of the agent's model are repaired and how its conversation is limited, from the settings.
 * @throws SetupError `model_not_configured`
 */
export function chooseRepair(
  { toolCallRepair: wanted, models, context }: Settings,
  model: RunModel,
): { repair?: PinnedRepair; contextBounds: NonNullable<RunStarted['context_bounds']> } {
  const contextBounds = { limit_turns: context.limitTurns, auto_compact: context.autoCompact };
  if (!wanted) return { contextBounds };
  const repair = {
    names: wanted.names ?? true,
    arguments: wanted.arguments ?? true,
    unfit: wanted.unfitArguments ?? false,
    ...repairingModel(wanted.model, models, model),
    max_candidates: wanted.maxCandidates ?? 8,
    max_schema_bytes: wanted.maxSchemaBytes ?? 8_000,
    max_tools: wanted.maxTools ?? 200,
    max_attempts: wanted.maxAttempts ?? 1,
  };
  return { repair, contextBounds };
}

function repairingModel(name: string | undefined, models: Settings['models'], own: RunModel) {
  if (name === undefined)
    return {
      provider: own.provider,
      model: own.name,
      context_window: own.contextWindow,
      ...(own.settingsKey === undefined ? {} : { settings_key: own.settingsKey }),
    };
  const found = Object.hasOwn(models, name) ? models[name] : undefined;
  if (!found) {
    const nearest = nearestName(name, Object.keys(models));
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new SetupError(
      'model_not_configured',
      `toolCallRepair.model: the settings have no model ${name}${hint}`,
    );
  }
  const { provider, model = name, contextWindow = usualWindow } = found;
  return { provider, model, settings_key: name, context_window: contextWindow };
}
