import { realpathSync } from 'node:fs';
import {
  allowedByPattern,
  callOfQuestion,
  isCoverable,
  type PersonsWord,
  type Question,
} from '@agent-home/agent-runtime';
import {
  type AllowedCalls,
  coversCall,
  parseCallPattern,
  suggestPattern,
} from '@agent-home/agent-runtime/definition';
import { changedSettings, readSettingsText, saveSettings } from '../models/settings-file.ts';
import { nameOfUser } from './name-of-user.ts';

interface Places {
  project: string;
  global: string;
}

/** Calls that a person has allowed in advance: in the settings, and for the session of this process. */
export class AllowedCallsHere {
  readonly #places: Places;
  readonly #now: () => Date;
  #allowed: AllowedCalls[];

  /** @param allow entries of the settings; those of other projects are ignored */
  constructor(allow: readonly AllowedCalls[], places: Places, now: () => Date = () => new Date()) {
    // An entry names the real path, so that a link to another project does not share its entries.
    const project = realpathSync(places.project);
    this.#places = { ...places, project };
    this.#now = now;
    this.#allowed = allow.filter((each) => each.project === undefined || each.project === project);
  }

  /** Returns the approval of a call that a pattern covers, in the name of the person who allowed it. */
  answer(question: Question): PersonsWord | undefined {
    const found = allowedByPattern(question, this.#allowed);
    if (!found) return undefined;
    const { pattern, by = '', at } = found;
    return {
      questionId: question.id,
      argumentsSha256: question.data.arguments_sha256,
      word: 'approve',
      name: by,
      reason: `allowed by ${pattern}${at === undefined ? '' : ` since ${at}`}`,
      via: 'setup',
    };
  }

  /** Returns a pattern to offer for calls like this one; undefined if patterns cannot answer the question. */
  suggest(question: Question): string | undefined {
    return isCoverable(question) ? suggestPattern(callOfQuestion(question)) : undefined;
  }

  /**
   * Returns the reason why a pattern cannot be allowed for this question; undefined if it can.
   * @param pattern as typed
   */
  refuse(pattern: string, question: Question): string | undefined {
    if (!isCoverable(question)) return 'a policy or a locked tool asks each time: answer y or n';
    try {
      if (coversCall(parseCallPattern(pattern), callOfQuestion(question))) return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return `${pattern} does not cover this call: write a pattern that does, or answer y or n`;
  }

  /** Allows calls until this process ends. */
  allowForSession(pattern: string): void {
    this.#allowed = [...this.#allowed, { pattern, by: nameOfUser(), at: this.#now().toISOString() }];
  }

  /**
   * Allows calls in this project from now on, in the user's settings.
   * @returns path of the settings file
   * @throws AuthoringError, DefinitionError if the settings cannot be changed
   */
  allowAlways(pattern: string): string {
    const file = readSettingsText(this.#places, 'global');
    const entry = { pattern, project: this.#places.project, by: nameOfUser(), at: this.#now().toISOString() };
    const before = file.settings.approvals?.allow ?? [];
    // Appended as an element, so that entries and comments of the file stay.
    const changed = changedSettings(file, [
      before.length === 0
        ? { path: ['approvals', 'allow'], value: [entry] }
        : { path: ['approvals', 'allow', before.length], value: entry },
    ]);
    saveSettings(file, changed);
    this.#allowed = [...this.#allowed, entry];
    return file.path;
  }
}

/** A stored pattern, with its position in the settings. */
export interface StoredPattern extends AllowedCalls {
  /** Settings file that has it. */
  storedIn: string;
}

/** Returns the patterns that users have allowed for always, in the order of the user's settings. */
export function storedPatterns(places: Places): StoredPattern[] {
  const { path, settings } = readSettingsText(places, 'global');
  return (settings.approvals?.allow ?? []).map((each) => ({ ...each, storedIn: path }));
}

/**
 * Removes a pattern that applies in a project, and each repetition of it, from the user's settings.
 * @param pattern as stored; spaces at its ends do not count
 * @returns removed entries; empty if no such entry applies in the project
 * @throws AuthoringError, DefinitionError if the settings cannot be changed
 */
export function removePattern(pattern: string, places: Places): StoredPattern[] {
  const project = realpathSync(places.project);
  const file = readSettingsText(places, 'global');
  const found = (file.settings.approvals?.allow ?? []).flatMap((entry, index) =>
    entry.pattern.trim() === pattern.trim() && (entry.project === undefined || entry.project === project)
      ? [{ entry, index }]
      : [],
  );
  if (found.length === 0) return [];
  // From the last one, so that the positions of the others stay.
  const changes = found
    .toReversed()
    .map(({ index }) => ({ path: ['approvals', 'allow', index], value: undefined }));
  saveSettings(file, changedSettings(file, changes));
  return found.map(({ entry }) => ({ ...entry, storedIn: file.path }));
}
