import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

function stylesheets(): { name: string; css: string }[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => ({ name, css: readFileSync(join(source, name), 'utf8') }));
}

/** Every class that a stylesheet says something of, or by. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@(media|supports|container)[^{]*\{/g, '')
    .replace(/\{[^{}]*\}/g, '\n');
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name ?? ''));
}

test('a class belongs to one stylesheet, so that no two parts of the page can meet in it', () => {
  const homes = new Map<string, string[]>();
  for (const { name, css } of stylesheets())
    for (const one of classesOf(css)) homes.set(one, [...(homes.get(one) ?? []), name]);
  expect(homes.size).toBeGreaterThan(80);
  expect([...homes].filter(([, files]) => files.length > 1)).toEqual([]);
});
