import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { shownText } from '@agent-home/protocol';
import { readBoundedFile } from '@agent-home/runtime-node/definitions';
import { AuthoringError } from '../../errors/command-errors.ts';

/** Private copy for an editor: a partly saved text never replaces an agent. */
export class PrivateCopy {
  readonly path: string;
  readonly #folder: string;

  constructor(of: string, content: Uint8Array) {
    this.#folder = mkdtempSync(join(tmpdir(), 'agent-home-edit-'));
    this.path = join(this.#folder, basename(of));
    writeFileSync(this.path, content, { mode: 0o600 });
  }

  /** @throws DefinitionError if the editor left no file */
  read(): Uint8Array {
    return readBoundedFile(this.path);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Returns the user's editor from `VISUAL` or `EDITOR`, as other programs do. */
export function findEditor({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string | undefined {
  return [VISUAL, EDITOR].find((editor) => editor !== undefined && editor.trim() !== '');
}

/**
 * Lets the editor work on a file until it ends.
 * @throws AuthoringError `editor_failed`, `editor_missing`
 */
export async function runEditor(editor: string, path: string): Promise<void> {
  // A shell parses the command, as in every other program: `code --wait`, `"/opt/my editor" -n`.
  const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, path], { stdio: 'inherit' });
  // Ctrl-C belongs to the editor while it uses the terminal.
  const leaveToEditor = () => {};
  process.on('SIGINT', leaveToEditor);
  const ended = await new Promise<{ code: number | null; failed?: Error }>((resolve) => {
    child.once('error', (failed) => resolve({ code: null, failed }));
    child.once('close', (code) => resolve({ code }));
  });
  process.off('SIGINT', leaveToEditor);
  if (ended.code === 0) return;
  if (ended.code === 127 || ended.failed)
    throw new AuthoringError(
      'editor_missing',
      `the editor ${shownText(editor)} was not found: set EDITOR, such as EDITOR=nano`,
    );
  const how = ended.code === null ? 'was ended' : `ended with ${ended.code}`;
  throw new AuthoringError('editor_failed', `the editor ${how}, so nothing was saved: run the command again`);
}
