import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SettingsFile } from '@agent-home/definition';

/**
 * The settings that hold for every project, with their validators where the settings themselves lie: a project that nobody trusts
 * would put a file of that name, or a package, in their place.
 */
export function withOwnValidators(settings: SettingsFile, folder: string): SettingsFile {
  const { validators } = settings;
  if (!validators) return settings;
  const placed = Object.entries(validators).map(([name, validator]) => {
    return [name, { ...validator, module: placeOf(validator.module, folder) }] as const;
  });
  return { ...settings, validators: Object.fromEntries(placed) };
}

function placeOf(module: string, folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(module);
  } catch {
    // It is not there: nor is it anywhere else.
    return join(folder, module);
  }
}
