import { createHash } from 'node:crypto';
import type { Check } from './checks.ts';
import type { FileHashes } from './file-hashes.ts';

/** State of the work tree and of the programs that read it. */
export interface Surroundings {
  files: FileHashes;
  /** Versions of Node and of the installed packages. */
  versions: string;
  /** Commits that new lines are counted from. */
  history: string;
}

/** Manifests decide which file an import means, and how the compiler reads it. */
const alwaysRead = /(^|\/)package\.json$|^(package-lock|tsconfig)\.json$/;

/**
 * Returns a hash of everything that decides the result of a check.
 * @param program files of the program that the check runs
 */
export function computeFingerprint(
  check: Check,
  program: ReadonlySet<string>,
  { files, versions, history }: Surroundings,
): string {
  const { command, environment, inputs, readsNames, readsHistory } = check;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([command, environment, versions, readsHistory ? history : '']));
  const isInput = (file: string) =>
    program.has(file) ||
    alwaysRead.test(file) ||
    inputs.some((input) => (typeof input === 'string' ? file.startsWith(input) : input.test(file)));
  for (const [file, contents] of files)
    if (isInput(file)) hash.update(`\n${file}\0${contents}`);
    else if (readsNames) hash.update(`\n${file}`);
  return hash.digest('hex');
}
