import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { normalForm } from '@agent-home/protocol';

/**
 * Returns names as on disk. `café` has two Unicode forms, and models write the composed one: if a folder has no file with the exact
 * name and one file with the equivalent name, that one is used. Symbolic links are not followed.
 */
export async function namesOnDisk(root: string, names: readonly string[]): Promise<readonly string[]> {
  if (names.every((name) => isAscii.test(name))) return names;
  const found: string[] = [];
  let folder = root;
  for (const [index, name] of names.entries()) {
    const isFolder = index === 0 || (await getStatus(folder))?.isDirectory() === true;
    if (!isFolder) return [...found, ...names.slice(index)];
    const actual = isAscii.test(name) ? name : await nameIn(folder, name);
    found.push(actual);
    folder = join(folder, actual);
  }
  return found;
}

const isAscii = /^[\0-\x7f]*$/;

async function nameIn(folder: string, name: string): Promise<string> {
  if (await getStatus(join(folder, name))) return name;
  const text = normalForm(name, 'NFC');
  const all = await readdir(folder).catch(() => []);
  const alike = all.filter((other) => normalForm(other, 'NFC') === text);
  return alike.length === 1 ? (alike[0] ?? name) : name;
}

async function getStatus(path: string) {
  return lstat(path).catch(() => undefined);
}
