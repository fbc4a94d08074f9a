import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** What `node server` and `python folder` run where they are given `server` and `folder`. */
const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.py', '.sh'];
const mains = ['package.json', 'index.js', 'index.mjs', 'index.cjs', '__main__.py'];
const chunkBytes = 1024 * 1024;

/**
 * The project’s own files that commands and modules name, also within a word (`--import=./hook.mjs`, `sh -c "./run.sh"`),
 * without their ending, or by their folder: each with the hash of its bytes.
 */
export function pinnedFiles(project: string, named: readonly string[]): [path: string, sha256: string][] {
  const words = named.flatMap((word) => [word, ...word.split(/[\s=,:;'"&|()<>]+/)]);
  const paths = new Set(words.flatMap((word) => candidatesOf(project, word)));
  return [...paths].toSorted().flatMap((path): [string, string][] => {
    const sha256 = hashOf(path);
    return sha256 === undefined ? [] : [[relative(project, path), sha256]];
  });
}

function candidatesOf(project: string, word: string): string[] {
  if (word === '') return [];
  return [project, join(project, 'agents')]
    .map((base) => resolve(base, word))
    .filter((path) => isWithin(project, path))
    .flatMap((path) => [
      ...(path === project ? [] : endings.map((ending) => `${path}${ending}`)),
      ...mains.map((main) => join(path, main)),
    ]);
}

function isWithin(project: string, path: string): boolean {
  const within = relative(project, path);
  return within !== '..' && !within.startsWith(`..${sep}`);
}

/** Of the whole file, however long: what stands behind the first bytes is executed as well. */
function hashOf(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(descriptor).isFile()) return undefined;
    const hash = createHash('sha256');
    const chunk = new Uint8Array(chunkBytes);
    for (let read = -1; read !== 0; hash.update(chunk.subarray(0, read)))
      read = readSync(descriptor, chunk, 0, chunkBytes, null);
    return hash.digest('hex');
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
