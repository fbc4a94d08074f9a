import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleInto, missingFrom } from '../../../infra/container/bundle.ts';
import { stateEnvironment } from '../../support/state-home.ts';

const run = promisify(execFile);
let folder: string;
let missing: string[];
beforeAll(async () => {
  // Outside the repository, so that no parent folder has a node_modules.
  folder = await mkdtemp(join(tmpdir(), 'agent-home-bundle-'));
  missing = missingFrom(await bundleInto(folder));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function agentHome(words: string[], environment: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: '--enable-source-maps',
    ...stateEnvironment(),
    ...environment,
  };
  const program = join(folder, 'dist', 'agent-home.js');
  return run(process.execPath, [program, ...words], { env, cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('the bundle looks for nothing outside of itself', async () => {
  expect(missing).toEqual([]);
  const names = (await readdir(join(folder, 'dist'))).filter((name) => name.endsWith('.js'));
  for (const name of names) {
    const text = await readFile(join(folder, 'dist', name), 'utf8');
    // A `require` at run time shows a module that the bundler did not include.
    expect([name, text.match(/createRequire\d*\(import\.meta/g) ?? []]).toEqual([name, []]);
    const places = [...text.matchAll(/new URL\("(\.\.\/[^"]+)", import\.meta\.url\)/g)].map(
      ([, place]) => place,
    );
    for (const place of places)
      expect([name, place]).toEqual([name, expect.stringMatching(/^\.\.\/(apps|packages|infra)\//)]);
  }
  const { code, stdout } = await agentHome(['keys', 'init'], {
    AGENT_HOME_KEYS: join(folder, 'keys'),
    AGENT_HOME_ISSUER: 'x',
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining('root.json')]);
  // Every installed module loads, including those of OSS and its token service.
  const load = `for (const name of ${JSON.stringify(names)}) if (!/^(agent-home|bootstrap-home|egress-proxy)\\.js$/.test(name)) await import('./dist/' + name);`;
  await run(process.execPath, ['--input-type=module', '--eval', load], { cwd: folder });
});

test('files that the bundle reads are in place', async () => {
  const [journal, idioms, page, documents] = await Promise.all(
    [
      'packages/platform/migrations/meta/_journal.json',
      'packages/platform/data/idioms.txt',
      'apps/console/dist/index.html',
      'docs/.vitepress/dist/index.html',
    ].map((file) => readFile(join(folder, file), 'utf8')),
  );
  expect(JSON.parse(journal ?? '').entries.length).toBeGreaterThan(0);
  expect(idioms).toContain('\n');
  expect(page).toContain('<script');
  expect(documents).toContain('<script');
});

test('a trace out of the bundle names the sources', async () => {
  const environment = { AGENT_HOME_DEBUG: '1', AGENT_HOME_KEYS: join(folder, 'none') };
  const { stderr } = await agentHome(['keys', 'fingerprint'], environment);
  expect(stderr).toMatch(/packages\/platform\/src\/[\w/-]+\.ts:\d+/);
});

test('without a PostgreSQL agent-home up says so in one line, and makes nothing', async () => {
  const { code, stderr } = await agentHome(['up'], { AGENT_HOME_DATA: join(folder, 'data') });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^agent-home: the installation has no PostgreSQL: .*\[no_postgres\]\n$/);
  expect(await readdir(folder)).not.toContain('data');
});
