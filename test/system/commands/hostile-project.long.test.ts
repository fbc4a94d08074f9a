import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentFile } from './support/agent-file.ts';
import { openProject, processesIn } from './support/agent-project.ts';
import { playTricks, tricksFor } from './support/hostile-project.ts';
import { writeFiles } from './support/write-files.ts';

const secret = 'a-secret-of-the-user';
const own = agentFile(
  'ada',
  'mcp: { servers: [sly, taking] }',
  'policiesRef: [wide]',
  'triggers: [{ intent: greet, keywords: [hello] }]',
);

async function open() {
  const project = await openProject(
    `
rules:
  - when: { user: touch, count: 0 }
    answer: { calls: [{ tool: bash, arguments: { command: 'touch done' } }] }
  - answer: 'Hello.'
`,
    { agents: { model: 'small' }, approvals: { autoApprove: ['safe'] } },
    { SECRET: secret },
    { isTrusted: false },
  );
  const { folder, home, run, emulator } = project;
  const came: string[] = [];
  const elsewhere = createServer((request, response) => {
    came.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    elsewhere.closeAllConnections();
    elsewhere.close();
  });
  const canaries = join(home, 'canaries');
  await mkdir(canaries);
  await writeFiles(home, {
    '.agent-home/agents/eve.md': agentFile('eve'),
    '.agent-home/agents/mia.md': agentFile('mia'),
    'secret/linked.md': agentFile('linked').replace('You are', secret),
    'secret/prompt.md': secret,
    'secret/skill/SKILL.md': `---\nname: linked\ndescription: ${secret}\n---\n${secret}\n`,
  });
  const { port } = elsewhere.address() as AddressInfo;
  const tricks = tricksFor({
    folder,
    canaries,
    elsewhere: `http://127.0.0.1:${port}/v1`,
    secret: join(home, 'secret'),
  });
  await playTricks(folder, tricks);
  await writeFiles(folder, { 'agents/ada.md': own });
  return {
    ...project,
    tricks,
    started: async () => (await readdir(canaries)).toSorted(),
    forget: async () => {
      for (const name of await readdir(canaries)) await rm(join(canaries, name));
    },
    /** Runs a command and requires that it ran no program of the project. */
    async harmless(...words: string[]) {
      const ended = await run(...words);
      const printed = ended.stdout + ended.stderr;
      expect([words, await readdir(canaries), came, await processesIn(folder)]).toEqual([words, [], [], []]);
      expect([words, printed.includes(secret)]).toEqual([words, false]);
      return { ...ended, failed: /\[([a-z_]+)\]\s*$/.exec(ended.stderr)?.[1] };
    },
    asked: () => emulator.journal(),
  };
}

async function trust({ run }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { sha256 } = JSON.parse((await run('agents', 'trust', '--format', 'json')).stdout) as {
    sha256: string;
  };
  expect((await run('agents', 'trust', '--sha256', sha256)).code).toBe(0);
}

describe('a project that a stranger made', () => {
  test('a hostile project does nothing before trust', async () => {
    const project = await open();
    const { tricks, harmless, folder, asked } = project;
    expect(Object.keys(tricks).length).toBeGreaterThan(20);
    const { agents } = JSON.parse((await harmless('agents', 'list', '--format', 'json')).stdout) as {
      agents: { name: string; scope: string; valid: boolean }[];
    };
    const sound = agents.filter(({ valid, scope }) => valid && scope === 'project').map(({ name }) => name);
    expect(sound.toSorted()).toEqual(['ada', 'debugging', 'guarded']);
    await harmless('agents', 'list');
    const { code, stdout } = await harmless('agents', 'validate', '--all');
    expect(code).toBe(1);
    for (const name of ['bomb', 'climbing', 'eve', 'linked', 'pipe', 'prompted', 'zero'])
      expect(stdout).toMatch(new RegExp(`✗ ${name}\\b`));
    await harmless('agents', 'validate', 'ada');
    for (const words of [
      ['agents', 'run', 'ada', '-p', 'hello'],
      ['agents', 'run', 'guarded', '-p', 'hello'],
      ['agents', 'run', 'debugging', '-p', 'hello'],
      ['agents', 'run', 'eve', '-p', 'hello'],
      ['ask', 'hello there'],
    ])
      expect([words, (await harmless(...words)).failed]).toEqual([words, 'project_not_trusted']);
    for (const words of [
      ['agents', 'trust'],
      ['agents', 'doctor'],
      ['agents', 'routes', 'hello there'],
      ['explain-call', 'ada', 'read_file', '{"path":"a"}'],
      ['specs', 'show', 'ada'],
      ['runs', 'list'],
    ])
      await harmless(...words);
    expect(asked()).toEqual([]);

    // A user's agent works in a hostile project as everywhere: with its own model and approvals.
    expect((await harmless('agents', 'run', 'mia', '-p', 'hello')).code).toBe(0);
    expect((await harmless('agents', 'run', 'mia', '-p', 'touch it', '--new')).code).toBe(3);
    expect(await readdir(folder)).not.toContain('done');
    expect(JSON.stringify(asked())).not.toContain(secret);
    expect((await harmless('agents', 'create', 'mine', '--template', 'debugging')).code).toBe(0);
    expect(await readFile(join(folder, 'agents/mine.md'), 'utf8')).not.toContain('of a stranger');
  }, 240_000);

  test('a trusted project needs review after any change', async () => {
    const project = await open();
    const { folder, harmless, run, started, forget } = project;
    // Leaves out settings that are refused in any case or redirect traffic, so that the other programs start.
    const file = join(folder, 'agents/settings.json');
    const { mcpServers, validators, vault, tools } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ mcpServers, validators, vault, tools }));
    expect((await harmless('agents', 'run', 'ada', '-p', 'hello')).failed).toBe('project_not_trusted');
    await trust(project);
    const first = await run('agents', 'run', 'ada', '-p', 'hello');
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('server sly')]);
    // The canaries work: programs that were not started above can be started.
    expect(await started()).toEqual(['server', 'vault']);
    await forget();
    for (const [path, change] of [
      ['agents/settings.json', (text: string) => text.replace('server.cjs', './server.cjs')],
      ['server.cjs', (text: string) => `${text}\n`],
      ['lib/inner.cjs', () => '// nothing'],
      ['tool.cjs', (text: string) => `${text}\n`],
      ['../outside.cjs', (text: string) => `${text}\n`],
      ['command.cjs', (text: string) => `${text}\n`],
      ['vault.cjs', (text: string) => `${text}\n`],
      ['validator.cjs', (text: string) => `${text}\n`],
    ] as const) {
      const place = join(folder, path);
      const before = await readFile(place, 'utf8');
      await writeFile(place, change(before));
      expect([path, (await harmless('agents', 'run', 'ada', '-p', 'hello')).failed]).toEqual([
        path,
        'project_not_trusted',
      ]);
      expect((await harmless('agents', 'trust')).stdout).toContain('Since it was trusted:');
      await writeFile(place, before);
    }
    await harmless('agents', 'list');
    expect((await run('agents', 'run', 'ada', '-p', 'hello')).code).toBe(0);
  }, 240_000);

  test('settings that are no file are refused', async () => {
    for (const kind of ['a link', 'a pipe', 'a folder']) {
      const { folder, home, harmless } = await open();
      const file = join(folder, 'agents/settings.json');
      await rename(file, join(home, 'settings.json'));
      if (kind === 'a link') await symlink(join(home, 'settings.json'), file);
      else if (kind === 'a pipe') execFileSync('mkfifo', [file]);
      else await mkdir(file);
      await harmless('agents', 'list');
      for (const agent of ['mia', 'ada'])
        expect([kind, agent, (await harmless('agents', 'run', agent, '-p', 'hello')).failed]).toEqual([
          kind,
          agent,
          'invalid_settings',
        ]);
    }
  }, 240_000);
});
