import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isWithin } from '../../processes/is-within.ts';
import { hashFile } from './hash-file.ts';

/** File endings that `node server` and `python folder` try for `server` and `folder`. */
const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.py', '.sh'];
const mains = ['package.json', 'index.js', 'index.mjs', 'index.cjs', '__main__.py'];
/** Maximum files of one project; further ones that they load are not followed. */
const mostFiles = 1_000;

/**
 * Returns the files that commands and modules name, each with the hash of its bytes. Names are also found inside a word
 * (`--import=./hook.mjs`, `sh -c "./run.sh"`), without their ending, or by their folder. Files that these load by a relative path
 * (`import './other.js'`) are included. Covers files of the project and files next to it reached by `..`; absolute paths belong to
 * the machine.
 */
export function pinnedFiles(project: string, named: readonly string[]): [path: string, sha256: string][] {
  const words = named.flatMap((word) => [word, ...word.split(/[\s=,:;'"&|()<>]+/)]);
  const bases = [project, join(project, 'agents')];
  const paths = new Set(
    words.flatMap((word) => bases.flatMap((base) => collectCandidates(project, base, word))),
  );
  const pinned = new Map<string, string>();
  // The iteration includes paths that are added meanwhile.
  for (const path of paths) {
    const read = pinned.size < mostFiles ? readFile(path) : undefined;
    if (!read) continue;
    pinned.set(relative(project, path), read.sha256);
    for (const place of read.loads)
      for (const each of collectCandidates(project, dirname(path), place)) paths.add(each);
  }
  return [...pinned].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function collectCandidates(project: string, base: string, word: string): string[] {
  const path = resolve(base, word);
  if (word === '' || (isAbsolute(word) && !isWithin(project, path))) return [];
  return [
    ...(path === project ? [] : endings.map((ending) => `${path}${ending}`)),
    // `..` alone is the folder around the project, which is not a program.
    ...(isWithin(project, path) ? mains.map((main) => join(path, main)) : []),
  ];
}

/** Hashes the whole file, because code after the first bytes is executed as well. */
function readFile(path: string): { sha256: string; loads: string[] } | undefined {
  const loads: string[] = [];
  const sha256 = hashFile(path, (chunk) => loads.push(...placesIn(chunk.toString('latin1'))));
  return sha256 === undefined ? undefined : { sha256, loads };
}

/** Returns quoted relative paths in a program. */
function placesIn(text: string): string[] {
  return [...text.matchAll(/["'`](\.{1,2}\/[^"'`\n]{1,200})["'`]/g)].map((found) => found[1] ?? '');
}
