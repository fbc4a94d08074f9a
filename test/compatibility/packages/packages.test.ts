import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { publishable } from '../../../infra/packages/publishable.ts';
import { EmptyFolder } from './empty-folder.ts';
import { agentFiles, packedFile } from './packed-file.ts';
import { type PackedHome, startPackedHome } from './packed-home.ts';

const require = createRequire(import.meta.url);
const files = inject('packedFiles');
let command: EmptyFolder;
let agent: EmptyFolder;
let home: PackedHome;

beforeAll(async () => {
  command = await EmptyFolder.open();
  agent = await EmptyFolder.open();
  await command.install(files.find((file) => /\/agent-home-\d/.test(file)) ?? 'the command is not packed');
  await agent.install(...agentFiles());
  home = await startPackedHome(command);
});
afterAll(async () => {
  await home?.close();
  await Promise.all([agent?.remove(), command?.remove()]);
});

/** Returns the README's agent with the URL and root of this home, as its user would edit it. */
async function agentOfReadme({ url, rootFile }: PackedHome): Promise<string> {
  const readme = await readFile(join(agent.path, 'node_modules/@agent-home/sdk/README.md'), 'utf8');
  const [, lines = ''] = /## An agent in twenty lines\n+```ts\n(.*?)```/s.exec(readme) ?? [];
  return lines.replace('http://127.0.0.1:4600', url).replace('.agent-home/keys/root.json', rootFile);
}

/** The example follows the topic for ever; the test ends it after its own line. */
function untilItsLine(lines: string): string {
  return lines.replace(/(console\.log\(.*\);)/, '$1 process.exit(0);');
}

test('the README’s agent lives in a home from packed files', async () => {
  await agent.write('agent.js', untilItsLine(await agentOfReadme(home)));
  expect(await agent.run('node', 'agent.js')).toMatch(/^\S+ \S+ Good evening/);
});

test('a home of the published command serves that command too', async () => {
  const listed = (await (await fetch(`${home.url}/packages/index.json`)).json()) as {
    packages: { name: string; kind: string; url: string; sha256: string }[];
  };
  const names = [
    '@agent-home/agent',
    '@agent-home/mcp-server',
    '@agent-home/modes',
    '@agent-home/protocol',
    '@agent-home/sdk',
  ];
  expect(listed.packages.map(({ name }) => name).sort()).toEqual([
    ...names,
    ...['agent-home', 'agent-home', 'create-agent-home'],
  ]);
  const own = listed.packages.find(({ name, kind }) => name === 'agent-home' && kind === 'npm');
  const tarball = await (await fetch(own?.url ?? '')).arrayBuffer();
  expect(createHash('sha256').update(Buffer.from(tarball)).digest('hex')).toBe(own?.sha256);
});

test('home and agent run on the newest even Node too', async () => {
  const name = `node-${process.platform}-${process.arch}`;
  const newest = await EmptyFolder.open();
  try {
    await newest.install(`${name}@26`);
    const node = join(newest.path, 'node_modules', name, 'bin/node');
    const young = await startPackedHome(command, [node, 'node_modules/agent-home/bin/agent-home.js']);
    try {
      // Uses another agent than on the other Node, because an identity and its trust memory belong to one home.
      const lines = untilItsLine(await agentOfReadme(young)).replaceAll("'state", "'young");
      await agent.write('young.js', lines);
      expect(await agent.run(node, 'young.js')).toMatch(/^\S+ \S+ Good evening/);
    } finally {
      await young.close();
    }
  } finally {
    await newest.remove();
  }
});

async function livesOn(version: number): Promise<void> {
  const name = `node-${process.platform}-${process.arch}`;
  const other = await EmptyFolder.open();
  try {
    await other.install(`${name}@${version}`);
    const node = join(other.path, 'node_modules', name, 'bin/node');
    expect(await agent.run(node, '--version')).toMatch(new RegExp(`^v${version}\\.`));
    const lines = untilItsLine(await agentOfReadme(home)).replaceAll("'state", `'state-${version}`);
    await agent.write(`agent-${version}.js`, lines);
    expect(await agent.run(node, `agent-${version}.js`)).toMatch(/^\S+ \S+ Good evening/);
  } finally {
    await other.remove();
  }
}

test('the README’s agent lives on Node 22 as well', () => livesOn(22));

test('the README’s agent lives on Node 24 as well', () => livesOn(24));

test('the README’s agent compiles under strict rules with all declarations', async () => {
  await agent.write('agent.ts', await agentOfReadme(home));
  const types = join(require.resolve('@types/node/package.json'), '../..');
  const options = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--target', 'es2023'];
  const modules = ['--module', 'nodenext', '--types', 'node', '--typeRoots', types];
  expect(
    await agent.run('node', require.resolve('typescript/lib/tsc.js'), ...options, ...modules, 'agent.ts'),
  ).toBe('');
});

test('the SDK brings few packages and no vendor’s client', async () => {
  const listed = await agent.run('npm', 'ls', '--all', '--parseable');
  const installed = listed.trim().split('\n').slice(1);
  expect(installed.length).toBeLessThanOrEqual(40);
  expect(installed.filter((path) => /ali-oss|alicloud|minio|bullmq|ioredis|fastify/.test(path))).toEqual([]);
  // Sum of the file sizes, because block usage depends on the file system.
  const [bytes = ''] = (await agent.run('du', '-sb', 'node_modules')).split('\t');
  expect(Number(bytes)).toBeLessThanOrEqual(15_000_000);
});

test('every package says of itself what is true', async () => {
  for (const file of files) {
    const tarball = new Uint8Array(await readFile(file)).buffer;
    const { messages } = await publint({ pack: { tarball } });
    expect([basename(file), messages]).toEqual([basename(file), []]);
  }
  const attw = join(require.resolve('@arethetypeswrong/cli/package.json'), '../dist/index.js');
  for (const { folder } of publishable)
    await agent.run(
      'node',
      attw,
      packedFile(folder),
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      './package.json',
    );
});

test('protocol and modes run where there is no Node', async () => {
  await agent.write(
    'page.js',
    "import { sha256Hex } from '@agent-home/protocol';\nimport * as modes from '@agent-home/modes';\n" +
      'globalThis.seen = [sha256Hex(new TextEncoder().encode("abc")), Object.keys(modes).length > 0];\n',
  );
  const { outputFiles } = await build({
    absWorkingDir: agent.path,
    entryPoints: ['page.js'],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    write: false,
  });
  const page = `globalThis.process = undefined;\n${outputFiles[0]?.text}`;
  await agent.write('bundled.cjs', `${page}\nconsole.log(JSON.stringify(globalThis.seen));`);
  expect(JSON.parse(await agent.run('node', 'bundled.cjs'))).toEqual([
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    true,
  ]);
});
