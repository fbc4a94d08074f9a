import { rmSync, writeFileSync } from 'node:fs';
import { shownText } from '@agent-home/protocol';
import { AgentCommandError } from '../../errors/command-errors.ts';

/**
 * Writes a new private file, never over an existing one or through a link in its place.
 * @throws AgentCommandError `file_exists`, `not_written`
 */
export function writeNew(file: string, text: string): void {
  let isOurs = false;
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
    isOurs = true;
    writeFileSync(file, text);
  } catch (error) {
    if (isOurs) rmSync(file, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new AgentCommandError('file_exists', `${shownText(file)} exists already: pass another file`);
    throw new AgentCommandError('not_written', `${shownText(file)} cannot be written: ${code}`);
  }
}
