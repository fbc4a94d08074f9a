import { access, cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { compile } from '../../../apps/cli/scripts/compile.ts';
import { startCommand } from './support/start-command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A working tree of our own: what it has is copied, so that nobody else's is touched. */
async function openTree(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'agent-home-tree-'));
  onTestFinished(() => rm(tree, { recursive: true, force: true }));
  for (const path of ['apps/cli', 'packages', 'examples', 'tsconfig.json', 'package.json'])
    await cp(join(root, path), join(tree, path), {
      recursive: true,
      filter: (source) => !/\/(dist|node_modules|data|migrations|golden)$/.test(source),
    });
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

/** Compiles the tree; what was compiled says so wherever it is run. */
async function compileTree(tree: string): Promise<void> {
  const script = join(tree, 'apps/cli/scripts/build-commands.ts');
  const { code, stderr } = await startCommand([script], {
    cwd: tree,
    env: {},
    file: join(root, 'node_modules/tsx/dist/cli.mjs'),
  }).ended;
  expect([code, stderr]).toEqual([0, '']);
  for (const name of ['agents-main.js', 'home/main.js']) {
    const main = join(tree, 'apps/cli/dist', name);
    await writeFile(main, `console.error('compiled');\n${await readFile(main, 'utf8')}`);
  }
}

test('what was compiled of other sources is never run, and a source that was only touched is the same', {
  timeout: 120_000,
}, async () => {
  const tree = await openTree();
  const file = join(tree, 'apps/cli/bin/agent-home.js');
  const run = async (...words: string[]) => {
    const { stdout, stderr } = await startCommand(words, { cwd: tree, env: {}, file }).ended;
    return [stdout.trim(), stderr.trim()];
  };
  const list = () => run('runs', 'list');
  expect(await list()).toEqual(['no runs', '']);
  await compileTree(tree);
  expect(await list()).toEqual(['no runs', 'compiled']);
  expect(await run('--version')).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), 'compiled']);
  const dist = join(tree, 'apps/cli/dist');
  const main = await readFile(join(dist, 'agents-main.js'), 'utf8');
  const loaded = [...main.matchAll(/import\("(\.\/[^"]+)"\)/g)].map(([, path = '']) => join(dist, path));
  expect(loaded.length).toBeGreaterThan(15);
  for (const path of loaded) await access(path);
  const source = join(tree, 'apps/cli/src/commands/runs/list.ts');
  const text = await readFile(source, 'utf8');
  await utimes(source, new Date(), new Date());
  expect(await list()).toEqual(['no runs', 'compiled']);
  // Of the same length, and as old as it was.
  await writeFile(source, text.replace("'no runs'", "'no rums'"));
  await utimes(source, 0, 0);
  expect(await list()).toEqual(['no rums', '']);
  expect(await run('--version')).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), '']);
  await rm(join(tree, 'apps/cli/src/runs/read-run.ts'));
  expect((await list())[1]).not.toContain('compiled');
});

test('what is compiled needs nothing beside itself', async () => {
  const { metafile } = await compile(root, 'apps/cli/src/commands/agents/run.ts', { outdir: 'nowhere' });
  const outside = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external }) => external)
    .map(({ path }) => path.replace(/^node:/, ''));
  expect(outside.filter((path) => !builtinModules.includes(path))).toEqual([]);
});
