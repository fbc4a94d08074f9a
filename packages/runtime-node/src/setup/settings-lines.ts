import type { JsonObject } from '@agent-home/protocol';

/** Returns the remedy with the exact lines for the user's settings. */
export function addToSettings(members: JsonObject): string {
  return `add to ~/.agent-home/settings.json ${JSON.stringify(members).slice(1, -1)}`;
}

/** Returns the remedy for a secret that the vault of the settings does not have. */
export function addToVault(name: string): string {
  const variable = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return addToSettings({ vault: { [name]: { env: variable } } });
}
