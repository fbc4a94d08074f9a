import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallContext, ToolOutcome } from '@agent-home/agent-runtime';
import { defaultSandbox } from '@agent-home/agent-runtime/definition';
import type { JsonObject } from '@agent-home/protocol';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hasEnded, isRunning } from '../../testing/processes.ts';
import { scratchProject } from '../../testing/scratch-project.ts';
import { allowedCall, callTool, never, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

const begin = (environment: NodeJS.ProcessEnv = process.env, sandbox = defaultSandbox) => {
  const { folder } = scratchProject();
  const tools = createNativeTools({ projectFolder: folder, environment, sandbox });
  onTestFinished(() => tools.close());
  const start = async (command: string, context: CallContext = never) => {
    const outcome = await callTool(tools, 'bash', { command, background: true }, context);
    expect(outcome).toMatchObject({ status: 'ok', metadata: { job: expect.stringMatching(/^job-\w{8}$/) } });
    return String(outcome.metadata.job);
  };
  const output = (job: string, more: JsonObject = {}) => callTool(tools, 'bash_output', { job, ...more });
  return { folder, tools, start, output };
};

/** Without a sandbox, the numbers of processes are those of this machine. */
const beginWithout = () => begin(process.env, { ...defaultSandbox, bash: 'off' });

/** Reads a job until it has ended. */
async function readAll(read: () => Promise<ToolOutcome>): Promise<{ text: string; last: ToolOutcome }> {
  let text = '';
  for (;;) {
    await new Promise((done) => setImmediate(done));
    const last = await read();
    expect(last.status).toBe('ok');
    text += toText(last);
    if (last.metadata.running === false && !toText(last).includes('call bash_output again'))
      return { text, last };
  }
}

/** Returns the number that a command writes to a file, once it exists. */
const written = (file: string) =>
  vi.waitFor(() => {
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/\n$/);
    return Number(text);
  }, 10_000);

it('reads the output of a background job piece by piece', async () => {
  const { start, output } = begin();
  const job = await start(
    'echo one; until [ -e go ]; do sleep 0.05; done; echo two >&2; printf three; exit 3',
  );
  expect(toText(await output(job, { wait_ms: 10_000 }))).toBe('one\n\n[the job is running]');
  expect(toText(await output(job))).toBe('[no new output]\n[the job is running]');
  const waited = output(job, { wait_ms: 60_000 });
  const goes = await start('touch go');
  expect(toText(await waited)).toMatch(/^two\n/);
  const { text, last } = await readAll(() => output(job, { wait_ms: 10_000 }));
  expect(text).toMatch(/three\n[\s\S]*\[the job ended with exit code 3\]$/);
  expect(last.metadata).toEqual({ running: false, exitCode: 3 });
  expect(toText(await output(job))).toBe('[no new output]\n[the job ended with exit code 3]');
  await readAll(() => output(goes, { wait_ms: 10_000 }));
});

it('keeps the latest output of a background job', async () => {
  const { start, output } = begin();
  const job = await start('yes 声音 | head -c 7000000; echo; echo last');
  const { text } = await readAll(async () => {
    const outcome = await output(job, { wait_ms: 10_000 });
    expect(Buffer.byteLength(toText(outcome))).toBeLessThan(202 * 1024);
    return outcome;
  });
  expect(text).toContain('last\n');
  expect(text).not.toContain('\ufffd');
});

it('says how much output of a job was dropped unread', async () => {
  const { folder, start, output } = begin();
  const job = await start(
    "head -c 1000000 /dev/zero | tr '\\0' x; echo; echo end; echo 1 > done; sleep 1000",
  );
  await written(join(folder, 'done'));
  await vi.waitFor(async () => {
    const text = toText(await output(job));
    expect(text).toMatch(/^\[7\d{5} bytes were dropped unread\]\nx{1000}/);
  }, 10_000);
});

it('ends a background job with its children', async () => {
  const { folder, tools, start } = beginWithout();
  const job = await start("trap '' TERM; (setsid sleep 1000 & echo $! > child); echo bye; sleep 1000");
  const child = await written(join(folder, 'child'));
  const stopped = await callTool(tools, 'bash_stop', { job });
  expect(toText(stopped)).toBe('bye\n\n[the job was ended by SIGKILL]');
  expect(stopped.metadata).toEqual({ running: false, signal: 'SIGKILL' });
  await hasEnded(child);
  expect((await callTool(tools, 'bash_stop', { job })).status).toBe('ok');
}, 30_000);

it('background jobs end with their run and the provider', async () => {
  const { folder, tools, start } = beginWithout();
  const run = new AbortController();
  await start('echo $$ > first; sleep 1000', { ...never, ending: run.signal });
  const first = await written(join(folder, 'first'));
  run.abort();
  await hasEnded(first);
  const stray = await callTool(
    tools,
    'bash',
    { command: 'true', background: true },
    { ...never, ending: run.signal },
  );
  expect(stray.error?.code).toBe('tool_cancelled');
  await start('echo $$ > second; sleep 1000');
  const second = await written(join(folder, 'second'));
  await tools.close();
  expect(isRunning(second)).toBe(false);
});

it('background jobs end with the process', async () => {
  const { folder } = scratchProject();
  const source = new URL('./background-jobs.ts', import.meta.url).href;
  const script = `
    const { BackgroundJobs } = await import(${JSON.stringify(source)});
    const command = { program: 'bash', arguments: ['-c', 'echo $$ > pid; sleep 1000'], folder: process.cwd(), environment: { PATH: process.env.PATH } };
    await new BackgroundJobs().start({ runId: 'run-1' }, { command, release: async () => {} });
    const { existsSync, statSync } = await import('node:fs');
    while (!existsSync('pid') || statSync('pid').size === 0) await new Promise((done) => setTimeout(done, 20));
    process.exit(0);`;
  const tsx = new URL('../../../../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', tsx, '--input-type=module', '-e', script], {
    cwd: folder,
  });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  await hasEnded(await written(join(folder, 'pid')));
}, 60_000);

it('limits the background jobs of a run', async () => {
  const { tools, start } = begin();
  const starts = Array.from({ length: 9 }, () =>
    callTool(tools, 'bash', { command: 'sleep 1000', background: true }),
  );
  const outcomes = await Promise.all(starts);
  expect(outcomes.map(({ error }) => error?.code).filter((code) => code !== undefined)).toEqual([
    'too_many_jobs',
  ]);
  // Each start first enters the sandbox, so any of them may be the one that is refused.
  const started = outcomes.find(({ status }) => status === 'ok');
  await callTool(tools, 'bash_stop', { job: String(started?.metadata.job) });
  await start('true');
}, 30_000);

it('a job is unknown to other runs and after a restart', async () => {
  const { tools, start } = begin();
  const job = await start('sleep 1000');
  for (const name of ['bash_output', 'bash_stop']) {
    const { ticket, call } = allowedCall(name, { job }, { runId: 'run-2' });
    expect((await tools.invoke(ticket, call, never)).error?.code).toBe('unknown_job');
    const { error } = await callTool(begin().tools, name, { job });
    expect([error?.code, error?.message]).toEqual([
      'unknown_job',
      expect.stringContaining('runtime restarts'),
    ]);
  }
  const { call } = allowedCall('bash_stop', { job });
  expect(await begin().tools.settle?.(call, never)).toEqual({ state: 'not_done' });
});

it('a background job sees only its part of our environment', async () => {
  const { start, output } = begin({ PATH: process.env.PATH, HOME: '/tmp', OPENAI_API_KEY: 'sk-secret' });
  const job = await start('env');
  const { text } = await readAll(() => output(job, { wait_ms: 10_000 }));
  expect(text).toContain('HOME=/tmp');
  expect(text).not.toContain('sk-secret');
  const missing = begin({ PATH: '/nowhere' });
  const outcome = await callTool(missing.tools, 'bash', { command: 'true', background: true });
  expect(outcome.error?.code).toBe('command_not_started');
});
