import { checkShape } from '../document/check-shape.ts';
import { readDocument } from '../document/read-document.ts';
import type { SourceDocument } from '../document/source-document.ts';
import { splitExtensions } from '../document/split-extensions.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { nearestName } from '../problems/nearest-name.ts';
import type { Problem } from '../problems/problem.ts';
import { type SettingsFile, settingsFileSchema } from './settings-schema.ts';

/**
 * A settings file, as it was written: defaults come when project and global ones are put together.
 * @throws DefinitionError
 */
export function decodeSettings(content: Uint8Array | string, file = 'settings.json'): SettingsFile {
  const { known } = splitExtensions(readDocument(file, content));
  const settings = checkShape(settingsFileSchema, known);
  const problems = checkFallbacks(settings, known);
  if (problems.length > 0) throw new DefinitionError(problems);
  return settings;
}

/** A fallback to itself, or to another provider’s model, would never be asked. */
function checkFallbacks({ models = {} }: SettingsFile, document: SourceDocument): Problem[] {
  return Object.entries(models).flatMap(([name, { provider, fallbacks = [] }]) =>
    fallbacks.flatMap((fallback, index) => {
      const path = ['models', name, 'fallbacks', index];
      if (fallback === name)
        return [document.problem('invalid_value', path, 'a model is no fallback of its own')];
      const other = Object.hasOwn(models, fallback) ? models[fallback] : undefined;
      if (other && other.provider !== provider)
        return [document.problem('invalid_value', path, `"${fallback}" is another provider’s model`)];
      if (other) return [];
      const nearest = nearestName(fallback, Object.keys(models));
      return [document.problem('unknown_model', path, `there is no model "${fallback}" here`, { nearest })];
    }),
  );
}
