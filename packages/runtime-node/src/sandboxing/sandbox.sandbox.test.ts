import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { defaultSandbox } from '@agent-home/agent-runtime/definition';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createNativeTools } from '../native-tools/create-native-tools.ts';
import { attempt, beginSandbox, required } from '../testing/sandbox-scene.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { callTool, toText } from '../testing/tool-calls.ts';

const node = JSON.stringify(process.execPath);

it('git, definitions and state of a project stay as they are', async () => {
  const { folder, output } = beginSandbox({ files: { 'agents/a.md': 'kept', '.agent-home/marker': 'kept' } });
  const git = (...given: string[]) => execFileSync('git', given, { cwd: folder, encoding: 'utf8' });
  git('init', '-q');
  const before = readFileSync(join(folder, '.git/config'), 'utf8');
  await attempt(output, {
    hook: 'printf "#!/bin/sh\\necho x > hooked" > .git/hooks/pre-commit && echo ESCAPED',
    config: 'git config core.fsmonitor "touch hooked" && echo ESCAPED; echo x >> .git/config && echo ESCAPED',
    commondir: 'echo ../evil > .git/commondir && echo ESCAPED',
    exchange:
      'mv .git .git2 && echo ESCAPED; mv agents agents2 && echo ESCAPED; rm -rf .git; rm -rf agents; rm -rf .agent-home',
    'hard link': 'ln .git/config own && echo ESCAPED',
    definition:
      'echo x > agents/a.md && echo ESCAPED; echo x > agents/b.md && echo ESCAPED; echo x > AGENTS/../agents/c.md && echo ESCAPED',
    state: 'echo x > .agent-home/marker && echo ESCAPED',
    'exchange of the project': 'cd ..; mv project p2 && echo ESCAPED',
  });
  expect(readFileSync(join(folder, '.git/config'), 'utf8')).toBe(before);
  expect(readdirSync(join(folder, '.git/hooks'))).not.toContain('pre-commit');
  expect(readdirSync(join(folder, 'agents'))).toEqual(['a.md']);
  expect(await output('git status --short | head -1; git rev-parse --is-inside-work-tree')).toContain('true');
});

it('absent protected folders of a project cannot be created', async () => {
  const { folder, home, tools, output } = beginSandbox({ files: {} });
  await attempt(output, {
    git: 'git init -q && echo ESCAPED; mkdir -p .git/hooks && echo ESCAPED',
    agents:
      'mkdir agents && echo ESCAPED; echo x > agents/a.md && echo ESCAPED; mv agents other && echo ESCAPED',
    state: 'mkdir -p .agent-home/x && echo ESCAPED; rmdir .agent-home && echo ESCAPED',
  });
  expect(readdirSync(folder)).toEqual([]);
  // A file of another process that was killed keeps no folder.
  mkdirSync(join(folder, 'agents'));
  writeFileSync(join(folder, 'agents/.agent-home-sandbox-999999999-x'), '');
  const job = await callTool(tools, 'bash', {
    command: 'until [ -e go ]; do sleep 0.05; done; mkdir -p agents/x && echo ESCAPED',
    background: true,
  });
  expect(job.metadata.sandbox).toBe('bubblewrap');
  await output('echo first');
  expect(readdirSync(join(folder, 'agents'))).toHaveLength(1);
  await output('touch go');
  const read = await callTool(tools, 'bash_output', { job: String(job.metadata.job), wait_ms: 10_000 });
  expect(toText(read)).not.toContain('ESCAPED');
  await tools.close();
  expect(readdirSync(folder)).toEqual(['go']);
  expect(existsSync(join(home, 'state'))).toBe(true);
});

it('a link at a protected path is refused', async () => {
  const { folder, home, run } = beginSandbox({ files: {} });
  symlinkSync(join(home, 'other'), join(folder, 'agents'));
  const { error } = await run('true');
  expect([error?.code, error?.message]).toEqual([
    'sandbox_unavailable',
    expect.stringContaining('agents is a link'),
  ]);
});

it('a state folder inside the project stays hidden and unchanged', async () => {
  const { folder } = scratchProject({ 'data/state/runs/log': 'the-secret' });
  const tools = createNativeTools({
    projectFolder: folder,
    hiddenFolders: [join(folder, 'data/state')],
    sandbox: required,
  });
  const outcome = await callTool(tools, 'bash', {
    command:
      'cat data/state/runs/log; mv data d && echo ESCAPED; mv data/state s && echo ESCAPED; echo x > data/state/y && echo ESCAPED; true',
  });
  expect(toText(outcome)).not.toMatch(/ESCAPED|the-secret/);
  expect(readFileSync(join(folder, 'data/state/runs/log'), 'utf8')).toBe('the-secret');
});

it('all processes of a sandboxed command end with it', async () => {
  const { folder, tools, run } = beginSandbox();
  const beats = () => readFileSync(join(folder, 'beat'), 'utf8').length;
  const beat =
    'env -i PATH=$PATH setsid bash -c \'setsid bash -c "trap : TERM INT HUP; while :; do echo x >> beat; sleep 0.02; done" &\' &';
  const stops = async () => {
    const now = beats();
    // Several beats of time for a process that must not run: no event marks that nothing happens.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(beats()).toBe(now);
  };
  await run(`${beat} until [ -s beat ]; do sleep 0.02; done`);
  await stops();
  await callTool(tools, 'bash', { command: `rm beat; ${beat} sleep 1000`, timeout_ms: 1_000 });
  await stops();
  const started = await callTool(tools, 'bash', { command: `rm beat; ${beat} sleep 1000`, background: true });
  await vi.waitFor(() => expect(beats()).toBeGreaterThan(2), 10_000);
  await callTool(tools, 'bash_stop', { job: String(started.metadata.job) });
  await stops();
}, 40_000);

it('a sandboxed command cannot fill the memory with files', async () => {
  const { output } = beginSandbox();
  for (const at of ['/tmp', '/var/tmp', '/dev/shm']) {
    const [blocks, blockBytes] = (await output(`echo x > ${at}/small && stat -f -c '%b %S' ${at}`)).split(
      ' ',
    );
    expect([at, Number(blocks) * Number(blockBytes)]).toEqual([at, 1024 ** 3]);
  }
  expect(await output('touch /dev/file 2>&1')).toContain('Read-only file system');
});

it('a sandboxed command can end in order', async () => {
  const { tools } = beginSandbox();
  const outcome = await callTool(tools, 'bash', {
    command: "trap 'echo in order; exit 7' TERM; echo ready; while :; do sleep 0.05; done",
    timeout_ms: 700,
  });
  expect(outcome.error?.code).toBe('tool_timeout');
  expect(toText(outcome)).toMatch(/^ready\n[\s\S]*in order\n$/);
});

it('granted paths and the network are there, other sockets are not', async () => {
  const { home, output } = beginSandbox();
  const server = createHttpServer((_, response) => void response.end('served'));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await output(`echo x > ~/other/file && echo ESCAPED; true`)).not.toContain('ESCAPED');
  const { folder } = scratchProject();
  const tools = createNativeTools({
    projectFolder: folder,
    environment: { PATH: process.env.PATH, HOME: home },
    sandbox: { bash: 'required', network: true, writable: ['~/other', '~/.ssh', '~/absent'] },
  });
  const request = `${node} -e "fetch('http://127.0.0.1:${port}').then((r)=>r.text()).then(console.log)"`;
  const unix = `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) and print "ESCAPED"'`;
  const text = toText(
    await callTool(tools, 'bash', {
      command: `echo granted > ~/other/file; ${request}; ${unix}; cat ~/.ssh/id; echo x > ~/.ssh/y; true`,
    }),
  );
  expect(text).toContain('served');
  expect(text).not.toMatch(/ESCAPED|the-secret/);
  expect(readFileSync(join(home, 'other/file'), 'utf8')).toBe('granted\n');
  expect(readdirSync(join(home, '.ssh'))).toEqual(['id']);
  const described = (await tools.tools(new AbortController().signal)).find(({ name }) => name === 'bash');
  expect(described?.description).not.toContain('no network');
});

it('refuses commands if a required sandbox does not work', async () => {
  const { folder } = scratchProject();
  const make = (path: string, bash: 'auto' | 'required' | 'off') =>
    createNativeTools({
      projectFolder: folder,
      environment: { PATH: path },
      sandbox: { ...defaultSandbox, bash },
    });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['bash', 'bwrap']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} of the project\n`);
    chmodSync(join(bin, name), 0o755);
  }
  // A program of this name in another folder is no sandbox.
  const refused = await callTool(make(bin, 'required'), 'bash', { command: 'true' });
  expect([refused.error?.code, refused.error?.message]).toEqual([
    'sandbox_unavailable',
    expect.stringContaining('install bubblewrap'),
  ]);
  for (const [path, bash, kind] of [
    [bin, 'auto', 'none'],
    [process.env.PATH ?? '', 'off', 'none'],
    [process.env.PATH ?? '', 'auto', 'bubblewrap'],
    [process.env.PATH ?? '', 'required', 'bubblewrap'],
  ] as const) {
    const tools = make(path, bash);
    const { metadata, content } = await callTool(tools, 'bash', { command: 'exit 3' });
    expect([metadata.sandbox, content.length >= 0]).toEqual([kind, true]);
    const described = (await tools.tools(new AbortController().signal)).find(({ name }) => name === 'bash');
    expect(described?.description.includes('There is no network.')).toBe(kind === 'bubblewrap');
  }
});

it('git_commit works next to the sandbox', async () => {
  const { folder, tools, output } = beginSandbox();
  const git = (...given: string[]) => execFileSync('git', given, { cwd: folder, encoding: 'utf8' });
  git('init', '-q');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'a');
  await output('echo new > new.txt');
  expect(await callTool(tools, 'git_commit', { message: 'add a file', paths: ['new.txt'] })).toMatchObject({
    status: 'ok',
  });
  expect(git('log', '--format=%s')).toBe('add a file\n');
});
