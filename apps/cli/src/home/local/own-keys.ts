import { existsSync } from 'node:fs';
import { shownText } from '@agent-home/protocol';
import { isOwnFile, recordOwnFile } from '@agent-home/runtime-node/state';
import { JoiningError } from '../../errors/command-errors.ts';
import { withPlainStateErrors } from '../../state/project-state.ts';
import { getPinnedRoot } from './key-places.ts';

/**
 * Checks that this machine created a key and its pinned root, if the working directory determines the file. A cloned project could
 * contain a key that its author also has, or the root of the author's home (ADR 0040).
 * @throws JoiningError `key_unknown`, StatePlaceError
 */
export function requireOwnKey(keyFile: string): void {
  for (const file of collectFiles(keyFile)) {
    if (withPlainStateErrors(() => isOwnFile(file))) continue;
    throw new JoiningError(
      'key_unknown',
      `${shownText(file)} was not made by agent-home join on this machine: if the key is yours, pass --key ${shownText(keyFile)}; else remove its folder`,
    );
  }
}

/** Records the key and the root pinned next to it as made by this machine. @throws StatePlaceError */
export function recordOwnKey(keyFile: string): void {
  for (const file of collectFiles(keyFile)) withPlainStateErrors(() => recordOwnFile(file));
}

function collectFiles(keyFile: string): string[] {
  return [keyFile, getPinnedRoot(keyFile)].filter((file) => existsSync(file));
}
