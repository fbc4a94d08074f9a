import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the example, from the root of the repository. */
export const exampleFolder = 'examples';
export const treeName = 'oss';
/** Pinned root set and time of a reader: never part of the bucket that it checks. */
export const trustFile = 'oss-trust.json';
/** Written by hand, kept by the generator. */
export const readme = 'oss/README.md';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

export type Files = Map<string, Uint8Array>;

/** Reads every file of a folder, by its relative path with `/`: the tree and the pinned trust file. */
export async function readFiles(folder: string): Promise<Files> {
  const files: Files = new Map();
  const tree = join(folder, treeName);
  const entries = await readdir(tree, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1).replaceAll('\\', '/'), new Uint8Array(await readFile(path)));
  }
  const trust = await readFile(join(folder, trustFile)).catch(() => undefined);
  if (trust) files.set(trustFile, new Uint8Array(trust));
  return files;
}

/** Writes these files to a folder and removes all others. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const path of (await readFiles(folder)).keys())
    if (!files.has(path)) await rm(join(folder, path), { force: true });
  for (const [path, bytes] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** Returns missing, surplus and changed files of a folder. */
export function differences(expected: Files, found: Files): string[] {
  const missing = [...expected.keys()].filter((path) => !found.has(path)).map((path) => `${path} is missing`);
  const surplus = [...found.keys()]
    .filter((path) => !expected.has(path))
    .map((path) => `${path} is not expected`);
  const changed = [...expected]
    .filter(([path, bytes]) => found.has(path) && Buffer.compare(bytes, found.get(path) ?? bytes) !== 0)
    .map(([path]) => `${path} differs`);
  return [...missing, ...surplus, ...changed];
}
