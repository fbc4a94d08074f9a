import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TraceSpan } from '@agent-home/agent-runtime/run-log';
import { expect, onTestFinished, test } from 'vitest';
import { addToTrace, type SessionTrace } from './keep-trace.ts';

const getSpan = (traceId: string, name = 'agent ada') => ({ traceId, name }) as TraceSpan;
const getTrace = (traceId: string, name?: string): SessionTrace => ({
  session_id: 'session-1',
  started_at: `2026-03-04T05:0${traceId}:00.000Z`,
  spans: [getSpan(traceId, name)],
});

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-traces-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a run’s trace replaces itself in its session', async () => {
  const data = await openFolder();
  const environment = { AGENT_HOME_DATA: data };
  const file = addToTrace(environment, getTrace('1', 'waiting'));
  expect(file).toBe(join(data, 'traces/2026-03-04/session-session-1.json'));
  addToTrace(environment, getTrace('2'));
  addToTrace(environment, getTrace('1', 'ended'));
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    ...getTrace('1'),
    spans: [getSpan('2'), getSpan('1', 'ended')],
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(data, 'traces/2026-03-04'))).toEqual(['session-session-1.json']);
  await writeFile(file, '{"spans":[{}]');
  addToTrace(environment, getTrace('3'));
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(getTrace('3'));
  // A trace that is too large is not kept; the logs contain its data.
  addToTrace(environment, getTrace('4', 'x'.repeat(500)), 600);
  expect(JSON.parse(await readFile(file, 'utf8')).spans).toEqual([getSpan('4', 'x'.repeat(500))]);
});

test('no trace is kept through links or paths', async () => {
  const data = await openFolder();
  const other = await openFolder();
  const environment = { AGENT_HOME_DATA: data };
  await symlink(other, join(data, 'traces'));
  expect(() => addToTrace(environment, getTrace('1'))).toThrow(/link/);
  await rm(join(data, 'traces'));
  await mkdir(join(data, 'traces'));
  await symlink(other, join(data, 'traces/2026-03-04'));
  expect(() => addToTrace(environment, getTrace('1'))).toThrow(/link/);
  await rm(join(data, 'traces/2026-03-04'));
  await mkdir(join(data, 'traces/2026-03-04'));
  const victim = join(other, 'victim');
  await writeFile(victim, 'mine');
  await symlink(victim, join(data, 'traces/2026-03-04/session-session-1.json'));
  addToTrace(environment, getTrace('1'));
  expect(await readFile(victim, 'utf8')).toBe('mine');
  for (const session_id of ['../../x', 'a/b', '.hidden', ''])
    expect(() => addToTrace(environment, { ...getTrace('1'), session_id })).toThrow(/as a file name/);
});
