import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { changedFiles } from './changed-files.ts';
import { readFileHashes } from './file-hashes.ts';
import { readState, writeState } from './state.ts';

/**
 * `npm run check -- lint`: runs Biome on all files, or after a successful run only on files that changed since. Each rule of
 * `biome.json` reads one file at a time.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const stateName = 'linted';
/** Files that change the result for all others. */
const settings = ['biome.json', '.gitignore', 'package-lock.json', 'infra/checks/lint.ts'];

const hashes = process.env.CI === 'true' ? undefined : readFileHashes(root);
const version = createHash('sha256');
for (const file of settings) version.update(readFileSync(new URL(`../../${file}`, import.meta.url)));
const current = { version: version.digest('hex'), files: Object.fromEntries(hashes ?? []) };
const files = hashes && changedFiles(current, readState(root, stateName));

if (files?.length === 0) console.log('no file changed since the last run that passed');
else {
  const words = ['check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...(files ?? ['.'])];
  const { status } = spawnSync('biome', words, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
if (hashes && !process.exitCode) {
  // A file that changed while Biome ran may have been read before or after that.
  const after = readFileHashes(root);
  const unchanged = Object.entries(current.files).filter(([file, hash]) => after?.get(file) === hash);
  writeState(root, stateName, { ...current, files: Object.fromEntries(unchanged) });
}
