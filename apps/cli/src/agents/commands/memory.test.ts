import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileMemoryStore } from '@agent-home/runtime-node';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { memoryPlace } from '../memory/memory-place.ts';
import { forgetMemory, listMemory, showMemory } from './memory.ts';

afterEach(() => vi.restoreAllMocks());

test('shows and forgets an entry by its key', async () => {
  const project = await mkdtemp(join(tmpdir(), 'agent-home-keys-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  vi.stubEnv('AGENT_HOME_DATA', join(project, 'data'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await mkdir(join(project, 'agents'));
  const { root, space } = memoryPlace(process.env, { project }, 'project');
  const store = new FileMemoryStore(join(root, space));
  const entry = {
    agent: 'ada',
    session_id: 'session-1',
    time: '2026-01-01T00:00:00.000Z',
    tainted: false,
    origin: { run_id: 'run_1', seq: 1, hash: 'a'.repeat(64) },
  };
  const { signal } = new AbortController();
  const keyed = { ...entry, id: 'b'.repeat(64), text: 'It is blue.', key: 'door', metadata: { sure: true } };
  await store.memorize(keyed, { signal });
  await store.memorize({ ...entry, id: 'c'.repeat(64), text: 'Question: x' }, { signal });

  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  const flags = { project, format: 'table', backend: 'filesystem' } as const;
  await listMemory('ada', flags);
  expect(lines.join('\n')).toMatch(/\bkey\b[\s\S]*\bdoor\b/);
  expect(await showMemory('ada', 'door', flags)).toBe(0);
  for (const shown of ['key      door', 'metadata sure: true', '  It is blue.'])
    expect(lines).toContain(shown);
  expect(await forgetMemory('ada', 'door', flags)).toBe(0);
  expect((await store.list('ada')).map(({ id }) => id)).toEqual(['c'.repeat(64)]);
  await expect(forgetMemory('ada', 'door', flags)).rejects.toMatchObject({ code: 'invalid_id' });
});
