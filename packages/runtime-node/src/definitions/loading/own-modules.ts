import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SettingsFile } from '@agent-home/agent-runtime/definition';

/**
 * Returns global settings with absolute paths for the modules of validators and tools. A name is resolved from the operator's
 * folder, because a project could have a file of that path, or a package of that name.
 */
export function withOwnModules(settings: SettingsFile, folder: string): SettingsFile {
  const { validators, tools } = settings;
  return {
    ...settings,
    ...(validators ? { validators: placed(validators, folder) } : {}),
    ...(tools ? { tools: placed(tools, folder) } : {}),
  };
}

function placed<Entry extends { module?: string | undefined }>(
  entries: Record<string, Entry>,
  folder: string,
): Record<string, Entry> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const { module } = entry;
      return [name, module === undefined ? entry : { ...entry, module: placeOf(module, folder) }];
    }),
  );
}

function placeOf(module: string, folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(module);
  } catch {
    // A path without a file, so that no other file is found under this name later.
    return join(folder, module);
  }
}
