import { join } from 'node:path';
import {
  DefinitionError,
  decodeSettings,
  describeProblem,
  type SettingsFile,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { type DefinitionPlaces, readBoundedFile } from '@agent-home/runtime-node/definitions';
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';
import { AuthoringError } from '../../errors/command-errors.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import type { Scope } from '../authoring/agent-answers.ts';
import { createFile, replaceFile } from '../authoring/write-file.ts';

/** A settings file as read for a change. */
export interface SettingsText {
  path: string;
  scope: Scope;
  /** Text of the file; undefined if it does not exist. */
  text: string | undefined;
  settings: SettingsFile;
}

/** A member and its new value; `undefined` removes the member. */
export interface SettingsChange {
  path: JSONPath;
  value: unknown;
}

/**
 * Reads the settings file of a scope.
 * @throws DefinitionError if it is invalid
 */
export function readSettingsText(places: DefinitionPlaces, scope: Scope): SettingsText {
  const path =
    scope === 'global' ? join(places.global, 'settings.json') : join(places.project, 'agents/settings.json');
  const text = readText(path);
  return { path, scope, text, settings: text === undefined ? {} : decodeSettings(text, path) };
}

/**
 * Returns the text of a settings file with changes. Comments, order and indentation stay.
 * @param fallback Text to begin with if the file does not exist.
 * @throws AuthoringError `not_written` if the settings would be invalid
 */
export function changedSettings(
  { path, text }: SettingsText,
  changes: readonly SettingsChange[],
  fallback = '{}\n',
): string {
  let changed = text === undefined || text.trim() === '' ? fallback : text;
  for (const { path: member, value } of changes) {
    const edits = modify(changed, member, value, {
      formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' },
      // A new member goes first, so that a comment behind the last one stays next to it.
      getInsertionIndex: () => 0,
    });
    changed = applyEdits(changed, edits);
  }
  requireValid(changed, path);
  return changed.endsWith('\n') ? changed : `${changed}\n`;
}

function requireValid(text: string, path: string): void {
  try {
    decodeSettings(text, path);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const problems = error.problems.map((problem) => preview(describeProblem(problem))).join('; ');
    throw new AuthoringError(
      'not_written',
      `the settings would be invalid, so nothing is written: ${problems}`,
    );
  }
}

/**
 * Writes changed settings, unless the file changed since it was read.
 * @throws AuthoringError `changed_meanwhile`, `not_written`, `symbolic_link`
 */
export function saveSettings({ path, scope, text }: SettingsText, changed: string): void {
  const content = new TextEncoder().encode(changed);
  if (text === undefined) createFile(path, content, scope === 'global' ? 0o700 : 0o777);
  else if (readText(path) === text) replaceFile(path, content);
  else
    throw new AuthoringError(
      'changed_meanwhile',
      `${shownText(path)} was changed by another program: run the command again`,
    );
}

function readText(path: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(readBoundedFile(path));
  } catch (error) {
    if (error instanceof DefinitionError && error.code === 'not_found') return undefined;
    if (!(error instanceof TypeError)) throw error;
    throw new AuthoringError('not_written', `${shownText(path)} is not UTF-8: save it as UTF-8`, {
      cause: error,
    });
  }
}
