import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { titlesIn } from './test-titles.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const testsBelow = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) => titlesIn(read(`${folder}${path}`)));

it('the emulator’s README names a test for each claim', () => {
  const titles = new Set([
    ...testsBelow('packages/oss-emulator/src/'),
    ...testsBelow('test/compatibility/vendors/'),
  ]);
  const [, table = ''] = read('packages/oss-emulator/README.md').split(/^\| what .*\n\|[-| ]+\n/m);
  const rows = (table.split('\n\n')[0] ?? '').trim().split('\n');
  expect(rows.length).toBeGreaterThan(15);
  for (const row of rows) {
    const cells = row.split('|').slice(1, -1);
    expect(cells, row).toHaveLength(4);
    const named = [...(cells[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(named.length, row).toBeGreaterThan(0);
    for (const name of named) expect(titles, row).toContain(name);
  }
});
