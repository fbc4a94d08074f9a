import { DefinitionError, maximumFileBytes } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  type DraftPlace,
  type LoadedAgent,
  readBoundedFile,
  readDraft,
} from '@agent-home/runtime-node/definitions';
import { AuthoringError } from '../../errors/command-errors.ts';
import { replaceFile } from './write-file.ts';

/** A file and its content when editing began. */
export interface EditedFile {
  before: Uint8Array;
  place: DraftPlace;
}

/** @throws DefinitionError, AuthoringError if the file cannot be read completely */
export function beginEdit(agent: LoadedAgent, owner: string): EditedFile {
  const { name, origin, tools, policies } = agent;
  const { path, scope, codec } = origin;
  const before = readBoundedFile(path);
  // A larger file was read only up to the limit: saving it would lose the rest.
  if (before.length > maximumFileBytes)
    throw new AuthoringError('not_written', `${shownText(path)} is too large for an agent file: shorten it`);
  return { before, place: { name, path, scope, codec, owner, tools, policies } };
}

export function checkEdited({ place }: EditedFile, after: Uint8Array): LoadedAgent {
  return readDraft(after, place);
}

/**
 * Replaces the file with the edited text, unless the file changed in the meantime.
 * @param keptAt path of the draft if the file is not replaced
 * @throws AuthoringError `changed_meanwhile`, `not_written`
 */
export function saveEdited({ before, place }: EditedFile, after: Uint8Array, keptAt: string): void {
  if (!isStill(place.path, before))
    throw new AuthoringError(
      'changed_meanwhile',
      `${shownText(place.path)} changed during the edit, so it was not saved; your draft is kept: ${shownText(keptAt)}`,
    );
  replaceFile(place.path, after);
}

function isStill(path: string, before: Uint8Array): boolean {
  try {
    return Buffer.compare(readBoundedFile(path), before) === 0;
  } catch (error) {
    if (error instanceof DefinitionError) return false;
    throw error;
  }
}
