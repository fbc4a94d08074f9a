import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSandbox } from '@agent-home/agent-runtime/definition';
import { expect, it, vi } from 'vitest';
import { measuredTimeFactor } from '../../../../../test/support/time-factor.ts';
import { hasEnded } from '../../testing/processes.ts';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

const begin = (environment: NodeJS.ProcessEnv = process.env, sandbox = defaultSandbox) => {
  const { folder } = scratchProject();
  return { folder, tools: createNativeTools({ projectFolder: folder, environment, sandbox }) };
};

/** Without a sandbox, the numbers of processes are those of this machine. */
const beginWithout = () => begin(process.env, { ...defaultSandbox, bash: 'off' });

/** Returns the line that a command writes to a file, once it exists. */
const written = (file: string) =>
  vi.waitFor(() => {
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/\n$/);
    return text;
  }, 10_000);

it('returns a command’s output and exit code', async () => {
  const { tools } = begin();
  const outcome = await callTool(tools, 'bash', { command: 'echo out; echo err >&2; exit 3' });
  expect(outcome).toMatchObject({
    status: 'error',
    error: { code: 'command_failed' },
    metadata: { exitCode: 3 },
  });
  expect(toText(outcome).split('\n').filter(Boolean).sort()).toEqual(['err', 'out']);
  expect(toText(await callTool(tools, 'bash', { command: 'true' }))).toBe('[no output]');
  expect(toText(await callTool(tools, 'bash', { command: 'read x; echo "got:$x"' }))).toBe('got:\n');
  expect((await callTool(tools, 'bash', { command: 'kill -9 $$' })).metadata.signal).toBe('SIGKILL');
  expect((await callTool(tools, 'bash', { command: 'a\0b' })).error?.code).toBe('invalid_arguments');
});

it('a command sees only its part of our environment', async () => {
  const { tools } = begin({
    PATH: process.env.PATH,
    HOME: '/tmp',
    LC_ALL: 'C',
    OPENAI_API_KEY: 'sk-secret',
    BASH_ENV: '/tmp/evil',
    TERM: '() { :; }; echo evil',
  });
  const names = toText(await callTool(tools, 'bash', { command: 'env' }))
    .split('\n')
    .map((line) => line.split('=')[0])
    .filter(
      (name) => name !== '' && !['PWD', 'SHLVL', '_', 'OLDPWD', 'TOOL_PROCESS_MARK'].includes(name ?? ''),
    );
  expect(names.sort()).toEqual(['HOME', 'LC_ALL', 'PATH']);
});

it('a command beyond its time is ended with its children', async () => {
  const { folder, tools } = beginWithout();
  const command = "trap '' TERM; (trap '' TERM; sleep 1000) & echo $! > child; echo started; sleep 1000";
  const outcome = await callTool(tools, 'bash', { command, timeout_ms: 500 });
  expect(outcome.error?.code).toBe('tool_timeout');
  expect(toText(outcome)).toBe('started\n');
  await hasEnded(Number(readFileSync(join(folder, 'child'), 'utf8')));
});

it('ends a process that left its command’s group', async () => {
  const { folder, tools } = beginWithout();
  const away = (file: string) => `setsid bash -c 'echo $$ > ${file}; exec sleep 1000' & `;
  const twice = `(setsid bash -c '(setsid sleep 1000 & echo $! > twice)' &); `;
  const wait = 'until [ -s once ] && [ -s twice ]; do sleep 0.05; done; ';
  for (const end of ['true', 'sleep 1000']) {
    const outcome = await callTool(tools, 'bash', {
      command: `rm -f once twice; ${away('once')}${twice}${wait}${end}`,
      timeout_ms: 2_000,
    });
    expect(outcome.error?.code).toBe(end === 'true' ? undefined : 'tool_timeout');
    for (const file of ['once', 'twice']) await hasEnded(Number(readFileSync(join(folder, file), 'utf8')));
  }
}, 40_000);

it('a command is ended with its call', async () => {
  const { folder, tools } = beginWithout();
  const controller = new AbortController();
  const outcome = callTool(tools, 'bash', { command: 'sleep 1000 & echo $! > child; wait' }, controller);
  const child = await written(join(folder, 'child'));
  controller.abort();
  expect((await outcome).error?.code).toBe('tool_cancelled');
  await hasEnded(Number(child));
});

it('ends processes that a command left running', async () => {
  const { tools } = beginWithout();
  const before = performance.now();
  const outcome = await callTool(tools, 'bash', { command: 'sleep 1000 & echo $!' });
  expect(outcome.status).toBe('ok');
  expect(performance.now() - before).toBeLessThan(5_000 * measuredTimeFactor());
  await hasEnded(Number(toText(outcome)));
});

it('a flood of command output is cut between characters', async () => {
  const { tools } = begin();
  const outcome = await callTool(tools, 'bash', {
    command: 'echo first; yes 声音 | head -c 7000000; echo; echo last',
  });
  const text = toText(outcome);
  expect(Buffer.byteLength(text)).toBeLessThan(220 * 1024);
  expect(text).toMatch(/^first\n声音/);
  expect(text).toMatch(/\n\[\d+ of 7000012 bytes cut here\]\n/);
  expect(text).toMatch(/\nlast\n$/);
  expect(text).not.toContain('\ufffd');
});

it('closing the provider ends the commands that run', async () => {
  const { folder, tools } = beginWithout();
  const outcome = callTool(tools, 'bash', { command: 'echo $$ > pid; sleep 1000' });
  const shell = await written(join(folder, 'pid'));
  await tools.close();
  expect((await outcome).error?.code).toBe('tool_cancelled');
  await hasEnded(Number(shell));
});

it('a shell that is not there is an error', async () => {
  const { tools } = begin({ PATH: '/nowhere' });
  expect((await callTool(tools, 'bash', { command: 'true' })).error?.code).toBe('command_not_started');
});

it('names the limit of the caller where it ended a command', async () => {
  const { folder, tools } = beginWithout();
  const controller = new AbortController();
  const outcome = callTool(tools, 'bash', { command: 'echo $$ > pid; sleep 1000' }, controller);
  const shell = await written(join(folder, 'pid'));
  controller.abort(new DOMException('the run is over', 'TimeoutError'));
  const { error } = await outcome;
  expect(error).toMatchObject({
    code: 'tool_timeout',
    message: expect.stringContaining('not its timeout_ms'),
  });
  await hasEnded(Number(shell));
});
