import { cp, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from './support/start-command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Copies the working tree, so that the original stays untouched. */
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

/** Compiles the tree; the compiled code reports itself when it runs. */
async function compileTree(tree: string): Promise<void> {
  const { code } = await startCommand([], {
    cwd: join(tree, 'apps/cli'),
    env: {},
    file: join(root, 'node_modules/tsdown/dist/run.mjs'),
  }).ended;
  expect(code).toBe(0);
  const main = join(tree, 'apps/cli/dist/main.js');
  await writeFile(main, `console.error('compiled');\n${await readFile(main, 'utf8')}`);
}

test('compiled output runs only for unchanged sources', {
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
  const source = join(tree, 'apps/cli/src/agents/commands/runs/list.ts');
  const text = await readFile(source, 'utf8');
  await utimes(source, new Date(), new Date());
  expect(await list()).toEqual(['no runs', 'compiled']);
  // Same length, and an older modification time.
  await writeFile(source, text.replace("'no runs'", "'no rums'"));
  await utimes(source, 0, 0);
  expect(await list()).toEqual(['no rums', '']);
  expect(await run('--version')).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), '']);
  await rm(join(tree, 'apps/cli/src/agents/runs/read-run.ts'));
  expect((await list())[1]).not.toContain('compiled');
});

test('a compiled command imports only itself and Node', async () => {
  const tree = await openTree();
  await compileTree(tree);
  const dist = join(tree, 'apps/cli/dist');
  const chunks = (await readdir(dist)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(chunks.map((name) => readFile(join(dist, name), 'utf8')));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export)[^;'"`]*(?:from)?["']([^."'][^"']*)["'];/gm)].map(([, name = '']) =>
      name.replace(/^node:/, ''),
    ),
  );
  expect(chunks.length).toBeGreaterThan(100);
  expect(named.filter((name) => !builtinModules.includes(name))).toEqual([]);
}, 120_000);
