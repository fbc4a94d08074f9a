import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Builds the commands, so that a bench measures them as installed. With edited sources they would run through tsx. */
export async function buildCommands(): Promise<void> {
  const folder = fileURLToPath(new URL('../../../apps/cli', import.meta.url));
  await promisify(execFile)(process.execPath, ['scripts/build.js'], { cwd: folder });
}
