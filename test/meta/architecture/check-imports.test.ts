import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderKnots } from './folder-knots.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-home-imports-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the check on a tree of files with the given imports. */
async function checked(files: Record<string, readonly string[]>): Promise<{ code: number; said: string }> {
  for (const [file, imports] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(
      join(folder, file),
      [...imports.map((name) => `import '${name}';`), 'export {};'].join('\n'),
    );
  }
  const program = [
    join(root, 'node_modules/tsx/dist/cli.mjs'),
    join(root, 'test/meta/architecture/check-imports.ts'),
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${stderr}${stdout}` }),
    );
  });
}

const wings = ['operations', 'credentials', 'judging', 'reading', 'registry', 'publication', 'foundation'];

test('an import from a lower group into a higher one fails the check', async () => {
  const files: Record<string, readonly string[]> = {};
  for (const [index, wing] of wings.entries()) {
    files[`packages/platform/src/${wing}/room/file.ts`] = [];
    for (const lower of wings.slice(index + 1)) {
      // Imports of lower layers are allowed, imports of higher ones are not.
      files[`packages/platform/src/${wing}/to-${lower}/down.ts`] = [`../../${lower}/room/file.ts`];
      files[`packages/platform/src/${lower}/to-${wing}/up.ts`] = [`../../${wing}/room/file.ts`];
    }
  }
  const { code, said } = await checked({ ...files, 'apps/server/src/api/index.ts': [] });
  expect(code).toBe(1);
  for (const [index, wing] of wings.entries())
    for (const higher of wings.slice(0, index))
      expect(said).toContain(
        `${wing}-sees-only-wings-below: packages/platform/src/${wing}/to-${higher}/up.ts`,
      );
  expect(said).not.toContain('down.ts');
});

test('files or folders of any package that import each other fail the check', async () => {
  const places: string[] = [];
  for (const group of ['packages', 'apps'])
    for (const name of await readdir(join(root, group))) places.push(`${group}/${name}/src`);
  const files: Record<string, readonly string[]> = {};
  for (const place of places) {
    files[`${place}/round/first.ts`] = ['./second.ts'];
    files[`${place}/round/second.ts`] = ['./first.ts'];
    files[`${place}/left/one.ts`] = ['../right/one.ts'];
    files[`${place}/left/other.ts`] = [];
    files[`${place}/right/one.ts`] = [];
    files[`${place}/right/other.ts`] = ['../left/other.ts'];
    files[`${place}/hall/inner/one.ts`] = ['../two.ts'];
    files[`${place}/hall/one.ts`] = ['./inner/other.ts'];
    files[`${place}/hall/two.ts`] = [];
    files[`${place}/hall/inner/other.ts`] = [];
  }
  const { code, said } = await checked(files);
  expect(code).toBe(1);
  for (const place of places) {
    expect(said).toContain(`no-cycles: ${place}/round/first.ts`);
    expect(said).toContain(`no-knots-of-folders: ${place}/left, ${place}/right`);
    expect(said).toContain(`no-knots-of-folders: ${place}/hall, ${place}/hall/inner`);
  }
});

test('imports in one direction pass the check', async () => {
  const { code, said } = await checked({
    'packages/protocol/src/index.ts': ['./keys/key.ts'],
    'packages/protocol/src/keys/key.ts': ['./parts/part.ts'],
    'packages/protocol/src/keys/parts/part.ts': [],
    'apps/server/src/api/index.ts': ['../../../../packages/protocol/src/index.ts'],
  });
  expect([code, said]).toEqual([0, '4 files, 3 imports, all one way\n']);
});

test('folders that need each other over a third are a knot', () => {
  const round = [
    { from: 'a/1.ts', to: 'b/1.ts' },
    { from: 'b/2.ts', to: 'c/1.ts' },
    { from: 'c/2.ts', to: 'a/2.ts' },
  ];
  expect(folderKnots(round)).toEqual([{ folders: ['a', 'b', 'c'], imports: round }]);
  expect(folderKnots(round.slice(0, 2))).toEqual([]);
});
