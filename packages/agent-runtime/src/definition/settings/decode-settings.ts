import { stripComments } from 'jsonc-parser';
import { checkShape } from '../document/check-shape.ts';
import { readDocument } from '../document/read-document.ts';
import type { SourceDocument } from '../document/source-document.ts';
import { textOfFile } from '../document/source-file.ts';
import { splitExtensions } from '../document/split-extensions.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { nearestName } from '../problems/nearest-name.ts';
import { isError, type Problem } from '../problems/problem.ts';
import { readServers } from './read-servers.ts';
import { type SettingsFile, settingsFileSchema } from './settings-schema.ts';

export interface ReadSettings {
  settings: SettingsFile;
  /** Unusable entries, without rejecting the rest of the file, and warnings about ignored members. */
  problems: Problem[];
}

/**
 * Decodes a settings file as it was written; defaults are added when project and global settings are combined.
 * @throws DefinitionError
 */
export function decodeSettings(content: Uint8Array | string, file = 'settings.json'): SettingsFile {
  const { settings, problems } = readSettingsFile(content, file);
  const errors = problems.filter(isError);
  if (errors.length > 0) throw new DefinitionError(errors);
  return settings;
}

/**
 * Reads a settings file, JSON with comments. An unusable server does not invalidate the rest.
 * @throws DefinitionError
 */
export function readSettingsFile(content: Uint8Array | string, file: string): ReadSettings {
  // Comments become spaces, so that positions stay.
  const text = stripComments(textOfFile(file, content), ' ');
  const { known } = splitExtensions(readDocument(file, text));
  const { document, problems } = readServers(known);
  const settings = checkShape(settingsFileSchema, document);
  const wrong = checkFallbacks(settings, known);
  if (wrong.length > 0) throw new DefinitionError(wrong);
  return { settings, problems };
}

/** Rejects fallbacks that could never be used: the model itself, or a model of another provider. */
function checkFallbacks({ models = {} }: SettingsFile, document: SourceDocument): Problem[] {
  return Object.entries(models).flatMap(([name, { provider, fallbacks = [] }]) =>
    fallbacks.flatMap((fallback, index) => {
      const path = ['models', name, 'fallbacks', index];
      if (fallback === name)
        return [document.problem('invalid_value', path, 'a model cannot be its own fallback')];
      const other = Object.hasOwn(models, fallback) ? models[fallback] : undefined;
      if (other && other.provider !== provider)
        return [
          document.problem(
            'invalid_value',
            path,
            `"${fallback}" is a model of another provider: use one of the same`,
          ),
        ];
      if (other) return [];
      const nearest = nearestName(fallback, Object.keys(models));
      return [
        document.problem('unknown_model', path, `the settings have no model "${fallback}"`, { nearest }),
      ];
    }),
  );
}
