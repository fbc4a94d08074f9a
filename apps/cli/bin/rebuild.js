import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** After so long whoever said that it compiles has died. */
const longestMs = 60_000;

/**
 * Compiles the commands anew, where somebody has changed a source: a home that starts from its sources takes three times as
 * long, at every start. What was compiled before stays, since another home may run from it. Returns without having done so
 * where there are no sources, another process is at it, or it fails: then the sources run as they are.
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
    // Nobody is at it.
  }
  try {
    mkdirSync(new URL('./', mark), { recursive: true });
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
