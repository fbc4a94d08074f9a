import type { ModelSettings, SettingsFile } from '@agent-home/agent-runtime/definition';
import { AgentCommandError } from '../../errors/command-errors.ts';
import type { SettingsChange } from './settings-file.ts';

/** A model to be added to the settings. */
export interface NewModel {
  /** Key in the settings. */
  name: string;
  model: ModelSettings;
  /** Environment variable with the API key. */
  keyVariable?: string | undefined;
  /** True to make it the model of agents whose file names none. */
  isDefault: boolean;
}

/**
 * Returns the changes that add a model, with a vault entry for its key if no entry reads that variable yet.
 * @throws AgentCommandError `invalid_arguments` for an invalid name, a key in place of its variable, or a password in the URL
 */
export function addingChanges(
  { vault = {} }: Pick<SettingsFile, 'vault'>,
  { name, model, keyVariable, isDefault }: NewModel,
): SettingsChange[] {
  if (!isModelName(name) || (model.model !== undefined && !isModelName(model.model)))
    throw new AgentCommandError(
      'invalid_arguments',
      'the name of a model needs 1 to 200 letters, digits or ._:/@+-: check it',
    );
  requireNoSecret(model, keyVariable);
  const changes: SettingsChange[] = [];
  let key = model.key;
  if (keyVariable !== undefined) {
    const known = Object.entries(vault).find(([, { env }]) => env === keyVariable)?.[0];
    const secret = known ?? freeName(keyVariable.toLowerCase(), vault);
    if (known === undefined) changes.push({ path: ['vault', secret], value: { env: keyVariable } });
    key = `vault://${secret}`;
  }
  changes.push({ path: ['models', name], value: key === undefined ? model : { ...model, key } });
  if (isDefault) changes.push({ path: ['agents', 'model'], value: name });
  return changes;
}

/** Returns true for a name that a terminal shows as it is. Names of local servers come from other programs. */
export function isModelName(text: string): boolean {
  return /^[\p{L}\p{N}@][\p{L}\p{N}._:/@+-]{0,199}$/u.test(text);
}

/** The error names neither value, because it may be the key. */
function requireNoSecret({ url }: ModelSettings, keyVariable: string | undefined): void {
  if (keyVariable !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(keyVariable))
    throw new AgentCommandError(
      'invalid_arguments',
      '--key-env needs the name of an environment variable, not the key itself',
    );
  const address = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  if (address && (address.username !== '' || address.password !== ''))
    throw new AgentCommandError(
      'invalid_arguments',
      '--url must not contain a password: pass the variable with the key as --key-env',
    );
}

/** Returns the changes that remove a model, with the vault entry of its key if nothing else of the file uses it. */
export function removingChanges(settings: SettingsFile, name: string): SettingsChange[] {
  const key = settings.models?.[name]?.key;
  const changes: SettingsChange[] = [{ path: ['models', name], value: undefined }];
  if (key === undefined) return changes;
  const { [name]: _, ...models } = settings.models ?? {};
  const { vault: __, ...rest } = settings;
  const secret = key.slice('vault://'.length);
  const others = JSON.stringify({ ...rest, models });
  const isUsed = others.includes(key) || (settings.vault?.[secret]?.tools ?? []).length > 0;
  if (!isUsed && settings.vault !== undefined && Object.hasOwn(settings.vault, secret))
    changes.push({ path: ['vault', secret], value: undefined });
  return changes;
}

/** Returns the members of a settings file that name a model. */
export function usesOfModel(
  { agents, models = {}, toolCallRepair, memory }: SettingsFile,
  name: string,
): string[] {
  return [
    ...(agents?.model === name ? ['agents.model'] : []),
    ...Object.entries(models).flatMap(([other, { fallbacks = [] }]) =>
      other !== name && fallbacks.includes(name) ? [`models.${other}.fallbacks`] : [],
    ),
    ...(toolCallRepair?.model === name ? ['toolCallRepair.model'] : []),
    ...(memory?.embeddingModel === name ? ['memory.embeddingModel'] : []),
  ];
}

function freeName(wanted: string, vault: NonNullable<SettingsFile['vault']>): string {
  let name = wanted;
  for (let number = 2; Object.hasOwn(vault, name); number++) name = `${wanted}-${number}`;
  return name;
}
