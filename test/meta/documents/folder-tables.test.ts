import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Folders by name, each with those inside of it. */
type Folders = Record<string, readonly string[]>;

/**
 * Returns the folders that a README does not describe. A table row begins with the folders that it describes; a folder with a
 * section of its own has a table of its subfolders there.
 */
function leftOut(readme: string, folders: Folders): string[] {
  const rows = [...readme.matchAll(/^\| *([^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(?:src\/)?([\w-]+)\//g)].map(([, name = '']) => name),
  );
  const parts = [...readme.matchAll(/^## `?([\w-]+)`?$/gm)].map(([, name = '']) => name);
  return Object.entries(folders).flatMap(([folder, inside]) => {
    if (rows.includes(folder)) return [];
    if (!parts.includes(folder)) return [folder];
    return inside.filter((name) => !rows.includes(name)).map((name) => `${folder}/${name}`);
  });
}

function foldersIn(path: string): string[] {
  return readdirSync(`${root}${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** Packages and apps that have a README. */
const described = ['packages', 'apps'].flatMap((kind) =>
  foldersIn(kind)
    .map((name) => `${kind}/${name}`)
    .filter((place) => readdirSync(`${root}${place}`).includes('README.md')),
);

test('a folder that is in no table is named', () => {
  const readme = '| `one/`, `two/deep/` | not `three/` |\n\n## four\n\n| `inside/` | of four |\n';
  const folders = { one: ['anything'], two: [], three: [], four: ['inside', 'beside'] };
  expect(leftOut(readme, folders)).toEqual(['three', 'four/beside']);
});

test.each(described)('every folder of %s is in a table of its README', (place) => {
  const readme = readFileSync(`${root}${place}/README.md`, 'utf8');
  const folders = foldersIn(`${place}/src`).map((name) => [name, foldersIn(`${place}/src/${name}`)]);
  expect(leftOut(readme, Object.fromEntries(folders))).toEqual([]);
});
