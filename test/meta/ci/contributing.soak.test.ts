import { execFile, spawn } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
let parent: string;
let clone: string;

/** Error of a command that failed, with its output. */
interface Failed {
  stdout: string;
}

/** Environment of a contributor's terminal, without the variables of this run. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(CI|VITEST|TEST|NODE_OPTIONS|RUN_LOGS)/.test(name)),
);
const shell = (command: string, limitMs = 600_000) =>
  run('bash', ['-c', command], { cwd: clone, env: environment, timeout: limitMs, maxBuffer: 64 << 20 });

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'agent-home-contributor-'));
  clone = join(parent, 'agent-home');
  await run('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
  // `npm ci` has just made these in the tree that runs the test.
  await cp(join(root, 'node_modules'), join(clone, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}, 300_000);
afterAll(() => rm(parent, { recursive: true, force: true }));

/** Returns the commands of the first code block of CONTRIBUTING.md, without their comments. */
async function loop(): Promise<string[]> {
  const text = await readFile(join(clone, 'CONTRIBUTING.md'), 'utf8');
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(text) ?? [];
  return block.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim());
}

test('the five-minute loop of CONTRIBUTING works in a fresh clone', { timeout: 900_000 }, async () => {
  const [cloning, installing, testing = '', watching = '', checking = ''] = await loop();
  expect([cloning, installing]).toEqual(['git clone URL agent-home && cd agent-home', 'npm ci']);

  const { stdout } = await shell(testing);
  expect(stdout).toMatch(/Tests .*\d+ passed/);

  const watched = spawn('bash', ['-c', `exec ${watching}`], { cwd: clone, env: environment, detached: true });
  let output = '';
  for (const stream of [watched.stdout, watched.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const runs = () => output.split('Waiting for file changes').length - 1;
  try {
    await eventually(() => expect(runs()).toBe(1), 120_000);
    await appendFile(join(clone, 'packages/access/src/policy/wildcard.ts'), '\n// A change.\n');
    await eventually(() => expect(runs()).toBe(2), 120_000);
  } finally {
    if (watched.pid !== undefined) process.kill(-watched.pid, 'SIGKILL');
  }
  await shell('git checkout --quiet .');

  expect(checking).toBe('npm run check');
  const checked = await shell(checking);
  expect(checked.stdout).toMatch(/\d+ checks passed, 0 failed/);
});

test('generating everything changes no file', { timeout: 900_000 }, async () => {
  await shell('npm run generate');
  expect((await shell('git status --porcelain')).stdout).toBe('');
});

test('each planted finding is reported by its own check', { timeout: 600_000 }, async () => {
  const manifest = join(clone, 'packages/modes/package.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace('"dependencies": {', '"dependencies": {\n    "is-odd": "3.0.1",'));
  await appendFile(join(clone, 'docs/limits.md'), '\nSee [the moon](moon.md).\n');
  await appendFile(join(clone, 'packages/modes/src/index.ts'), '\n// Whoever reads this.\n');
  const failed = await shell('npm run check -- dependencies documents prose').catch((error: Failed) => error);
  const sections = failed.stdout.split(/^(?=ok |FAILED )/m);
  const section = (name: string) => sections.find((one) => one.startsWith(`FAILED ${name}`)) ?? failed.stdout;
  expect(section('dependencies')).toContain('is-odd');
  expect(section('documents')).toContain('there is no docs/moon.md');
  expect(section('prose')).toMatch(/packages\/modes\/src\/index\.ts:\d+:\d+ pronoun: "Whoever"/);
  await shell('git checkout --quiet .');
});
