import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

interface SourceFile {
  /** Path below `src`. */
  name: string;
  text: string;
}

function collectFiles(ending: RegExp): SourceFile[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));
}

const sheets = collectFiles(/\.css$/);
const modules = collectFiles(/\.tsx?$/);
const isShared = (sheet: string) => dirname(sheet) === 'styles';

/** Classes in the selectors of a sheet. */
function collectClasses(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@(media|supports|container|import)[^{;]*[{;]/g, '')
    .replace(/\{[^{}]*\}/g, '\n');
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name ?? ''));
}

/** Words of the string literals in a piece of TypeScript. */
function toWords(code: string): string[] {
  const literals = code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g);
  return [...literals].flatMap(([, one, other, template]) =>
    (one ?? other ?? template ?? '').split(/[^\w-]+/),
  );
}

/** Classes that a component gives to its elements. */
function classesGiven(code: string): Set<string> {
  const given = new Set<string>();
  for (const { index, 0: start } of code.matchAll(/className(?:=\{|="|: ?')/g)) {
    const begin = index + start.length - 1;
    for (const word of toWords(code.slice(begin, findEnd(code, begin)))) given.add(word);
  }
  return given;
}

/** Returns the index after the expression or string that begins at `begin`. */
function findEnd(code: string, begin: number): number {
  const first = code.charAt(begin);
  if (first !== '{') return code.indexOf(first, begin + 1) + 1;
  let depth = 0;
  for (let at = begin; at < code.length; at++) {
    if (code.charAt(at) === '{') depth++;
    else if (code.charAt(at) === '}' && --depth === 0) return at + 1;
  }
  return code.length;
}

test('a class belongs to one stylesheet', () => {
  const homes = new Map<string, string[]>();
  for (const { name, text } of sheets)
    for (const one of collectClasses(text)) homes.set(one, [...(homes.get(one) ?? []), name]);
  expect(homes.size).toBeGreaterThan(80);
  expect([...homes].filter(([, files]) => files.length > 1)).toEqual([]);
});

test('a stylesheet lies next to the component that imports it', () => {
  const faults = sheets.flatMap(({ name }) => {
    if (isShared(name)) return [];
    const component = name.replace(/\.css$/, '.tsx');
    const importers = modules
      .filter(({ text }) => text.includes(`/${basename(name)}'`))
      .map((one) => one.name);
    return importers.length === 1 && importers[0] === component ? [] : [`${name}: ${importers.join(', ')}`];
  });
  expect(faults).toEqual([]);
});

test('a class is used below its stylesheet’s folder alone', () => {
  const faults = sheets
    .filter(({ name }) => !isShared(name))
    .flatMap(({ name, text }) => {
      const folder = dirname(name);
      // Classes of shared components may be used in the same folders as the components.
      const scope = basename(folder) === 'components' ? dirname(folder) : folder;
      const own = collectClasses(text);
      return modules
        .filter((one) => scope !== '.' && !one.name.startsWith(`${scope}/`))
        .flatMap((one) =>
          [...classesGiven(one.text)]
            .filter((word) => own.has(word))
            .map((word) => `${one.name}: ${word} of ${name}`),
        );
    });
  expect(faults).toEqual([]);
});

test('a stylesheet has no class that no component uses', () => {
  const used = new Set(modules.flatMap(({ text }) => toWords(text)));
  // Prefixes of composed class names, such as `dock-${kind}`, and of the library that draws graphs.
  const composed = modules.flatMap(({ text }) =>
    [...text.matchAll(/([a-z][\w-]*-)\$\{/g)].map(([, start = '']) => start),
  );
  const prefixes = [...composed, 'react-flow__'];
  const unused = sheets.flatMap(({ name, text }) =>
    [...collectClasses(text)]
      .filter((one) => !used.has(one) && !prefixes.some((start) => one.startsWith(start)))
      .map((one) => `${name}: ${one}`),
  );
  expect(unused).toEqual([]);
});
