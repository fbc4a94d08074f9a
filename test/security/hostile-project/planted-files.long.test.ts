import { cpSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { expect, onTestFinished, test } from 'vitest';
import { agentHome, commandFile, freePorts, openFolder } from '../../support/terminal.ts';
import { startCommand } from '../../system/commands/support/start-command.ts';
import { plantedFiles } from './planted-files.ts';
import { plant } from './planting.ts';

const script = "rules:\n  - answer: 'Hello.'\n";
const serve = 'import os, sys\nopen(os.path.join(os.environ["STARTED"], "snake"), "w").close()\n';

async function open() {
  const root = realpathSync(await openFolder());
  const [project, home] = [join(root, 'project'), join(root, 'home')];
  const [markers, started] = [join(root, 'markers'), join(root, 'started')];
  for (const folder of [project, home, markers, started]) mkdirSync(folder, { mode: 0o755 });
  const emulator = await startModelEmulator({ scripts: loadScripts([{ file: 's.yaml', text: script }]) });
  const came: string[] = [];
  const elsewhere = createServer((request, response) => {
    came.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    elsewhere.closeAllConnections();
    elsewhere.close();
    await emulator.close();
    rmSync(root, { recursive: true, force: true });
  });
  const { port } = elsewhere.address() as AddressInfo;
  await plant(project, plantedFiles({ markers, elsewhere: `http://127.0.0.1:${port}` }));
  const env = { STARTED: started };
  const settings = {
    models: { small: { provider: 'emulator', url: `${emulator.url}/v1`, contextWindow: 16_384 } },
    mcpServers: {
      operators: { command: 'npx', args: ['--offline', '--no', 'a-server@1.2.3'], env, autoStart: true },
      snake: { command: 'python3', args: ['-m', 'a_server'], env, autoStart: true },
    },
    tools: { own: { module: 'a-module' } },
    vault: {
      own: { command: ['python3', '-c', 'import json; print("a-secret-of-the-operator")'], tools: ['bash'] },
    },
  };
  await plant(join(home, '.agent-home'), {
    'settings.json': JSON.stringify(settings),
    'agents/mia.md':
      '---\nkind: agent\nname: mia\ntitle: Mia\nmcp: { servers: [operators, snake] }\n---\nYou are mia.\n',
    'a_server.py': serve,
    'package.json': '{"private":true,"dependencies":{"a-server":"1.2.3"}}',
    'node_modules/a-server/package.json': '{"name":"a-server","version":"1.2.3","bin":"run.cjs"}',
    'node_modules/a-server/run.cjs': '',
    'node_modules/.bin/a-server': '#!/bin/sh\ntouch "$STARTED/operators"\n',
  });
  const place = { cwd: project, env: { HOME: home } };
  return {
    root,
    project,
    home,
    place,
    run: (...words: string[]) => agentHome(words, place),
    markers: () => readdirSync(markers).toSorted(),
    started: () => readdirSync(started).toSorted(),
    came,
    asked: () => emulator.journal().length,
  };
}

const failed = (stderr: string) => /\[([a-z_]+)\]\s*$/.exec(stderr)?.[1];

test('files of a project run no command before trust', async () => {
  const { run, markers, started, came, asked, place, root, project } = await open();
  const harmless = async (words: string[], code?: string) => {
    const ended = await run(...words);
    expect([words, markers(), came]).toEqual([words, [], []]);
    if (code !== undefined) expect([words, failed(ended.stderr)]).toEqual([words, code]);
    return ended;
  };
  // The operator's programs do not start either for an agent of the project.
  for (const [words, code] of [
    [['agents', 'run', 'ada', '-p', 'hello'], 'project_not_trusted'],
    [['agents', 'run', 'plain', '-p', 'hello'], 'project_not_trusted'],
    [['ask', 'hello there'], 'project_not_trusted'],
    [['live', 'agents/ada.md', '--home', 'http://127.0.0.1:9'], 'project_not_trusted'],
    [['agents', 'batch', 'ada', '--input', 'Makefile', '--output', 'out.jsonl'], 'project_not_trusted'],
  ] as const)
    await harmless([...words], code);
  expect([started(), asked()]).toEqual([[], 0]);
  for (const words of [
    ['--help'],
    ['agents', '--help'],
    ['agents', 'list'],
    ['agents', 'validate', '--all'],
    ['agents', 'routes', 'hello there'],
    ['agents', 'trust'],
    ['explain-call', 'ada', 'read_file', '{"path":"a"}'],
    ['runs', 'list'],
    ['approvals', 'list'],
    ['specs', 'validate', 'agents/tools/planted-tool.tool.json'],
    ['join', 'http://127.0.0.1:9', '--wait', '1'],
  ])
    await harmless(words);
  expect(started()).toEqual([]);
  await harmless(['agents', 'import', '.claude/agents', '--dry-run']);

  // The operator's own agent runs, and the operator's servers start from their own folder.
  expect((await harmless(['agents', 'run', 'mia', '-p', 'hello'])).code).toBe(0);
  expect(started()).toEqual(['operators', 'snake']);
  const [ended] = JSON.parse((await harmless(['runs', 'list', '--format', 'json'])).stdout) as {
    run_id: string;
  }[];
  const runId = ended?.run_id ?? '';
  for (const words of [
    ...['show', 'verify', 'replay', 'resume', 'cancel', 'fork'].map((command) => ['runs', command, runId]),
    ...['approve', 'deny'].map((command) => ['approvals', command, `${runId}/q1`]),
    ['agents', 'context', 'list'],
    ['agents', 'memory', 'list', 'mia'],
    ['agents', 'import', '.claude/agents'],
    ['agents', 'delete', 'foreign', '--yes'],
  ])
    await harmless(words);
  // Like npx and npm run, which put the project's programs first.
  const path = `${join(project, 'node_modules/.bin')}:.:${process.env.PATH}`;
  const doctor = await agentHome(['agents', 'doctor'], { ...place, env: { ...place.env, PATH: path } });
  expect([doctor.stdout, markers()]).toEqual([expect.stringContaining('MCP server operators'), []]);
  const up = await agentHome(['up'], {
    ...place,
    env: { ...place.env, ...(await freePorts()), AGENT_HOME_DATA: join(root, 'data') },
    until: (stdout) => /http:\/\/127/.test(stdout),
  });
  expect([markers(), came, up.stdout]).toEqual([[], [], expect.stringContaining('http://127')]);

  const { stdout } = await run('agents', 'trust', '--format', 'json');
  const { sha256, demands } = JSON.parse(stdout) as { sha256: string; demands: { commands: object[] } };
  expect(demands.commands).toContainEqual(expect.objectContaining({ command: 'sh', args: ['shown.sh'] }));
  expect((await run('agents', 'trust', '--sha256', sha256)).code).toBe(0);
  expect(markers()).toEqual([]);
  expect((await run('agents', 'run', 'ada', '-p', 'hello')).code).toBe(0);
  expect([markers(), came]).toEqual([['shown'], []]);
  await plant(project, { 'unnoticed.py': '' });
  const changed = await run('agents', 'run', 'ada', '-p', 'hello', '--new');
  expect(changed.stderr).toContain('[project_changed]');
}, 300_000);

test('a command from sources reads no project tsconfig', async () => {
  const { root, markers, place } = await open();
  // Uncompiled program, as a developer has it.
  const cli = dirname(dirname(commandFile));
  const copy = join(root, 'clone/apps/cli');
  mkdirSync(copy, { recursive: true });
  cpSync(join(cli, 'bin'), join(copy, 'bin'), { recursive: true });
  cpSync(join(cli, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(cli, 'src'), join(copy, 'src'));
  symlinkSync(join(cli, '../../node_modules'), join(root, 'clone/node_modules'));
  symlinkSync(join(cli, '../../tsconfig.json'), join(root, 'clone/tsconfig.json'));
  const file = join(copy, 'bin/agent-home.js');
  for (const words of [['--help'], ['agents', 'list']]) {
    const ended = await startCommand(words, { ...place, file }).ended;
    expect([words, ended.code, markers()]).toEqual([words, 0, []]);
  }
}, 120_000);
