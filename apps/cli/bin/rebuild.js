import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Age of a lock after which its process is considered dead. */
const longestMs = 60_000;

/**
 * Rebuilds the commands after a change of their sources: a home that starts from sources takes three times as
 * long, at every start. Earlier builds stay, since another home may run from them. Does nothing without
 * sources, while another process builds, or on a failure: then the sources run directly.
 * @param {URL} folder of the package, with a slash at its end
 */
export function rebuild(folder) {
  const script = new URL('tsdown.config.ts', folder);
  if (!existsSync(script)) return;
  const mark = new URL('dist/.rebuilding', folder);
  if (!takeMark(mark)) return;
  console.error('A source has changed: compiling …');
  try {
    const build = fileURLToPath(new URL('scripts/build.js', folder));
    spawnSync(process.execPath, [build, '--no-clean'], {
      cwd: fileURLToPath(folder),
      // Standard output belongs to the command that is about to run.
      stdio: ['ignore', 2, 2],
    });
  } finally {
    rmSync(mark, { recursive: true, force: true });
  }
}

/** Making a folder succeeds for one process alone. */
function takeMark(mark) {
  try {
    if (Date.now() - statSync(mark).mtimeMs > longestMs) rmSync(mark, { recursive: true, force: true });
  } catch {
    // No process holds the lock.
  }
  try {
    mkdirSync(new URL('./', mark), { recursive: true });
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
