import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileMemoryStore } from '@agent-home/runtime-node';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { memoryPlace } from '../memory/memory-place.ts';
import { forgetMemory, listMemory, showMemory } from './memory.ts';
import { editMemory } from './memory-edit.ts';
import { exportMemory } from './memory-export.ts';

afterEach(() => vi.restoreAllMocks());

async function openStore() {
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
  return { project, store, entry };
}

test('shows and forgets an entry by its key', async () => {
  const { project, store, entry } = await openStore();
  const { signal } = new AbortController();
  const keyed = { ...entry, id: 'b'.repeat(64), text: 'It is blue.', key: 'door', metadata: { sure: true } };
  await store.memorize(keyed, { signal });
  await store.memorize({ ...entry, id: 'c'.repeat(64), text: 'Question: x' }, { signal });

  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  const flags = { project, format: 'table', backend: 'filesystem' } as const;
  const forgetting = { ...flags, all: false, yes: false };
  await listMemory('ada', flags);
  expect(lines.join('\n')).toMatch(/\bkey\b[\s\S]*\bdoor\b/);
  expect(await showMemory('ada', 'door', flags)).toBe(0);
  for (const shown of ['key      door', 'metadata sure: true', '  It is blue.'])
    expect(lines).toContain(shown);
  expect(await forgetMemory('ada', 'door', forgetting)).toBe(0);
  expect((await store.list('ada')).map(({ id }) => id)).toEqual(['c'.repeat(64)]);
  await expect(forgetMemory('ada', 'door', forgetting)).rejects.toMatchObject({ code: 'invalid_id' });
});

test('lists by tag and words, edits, exports and forgets all', async () => {
  const { project, store, entry } = await openStore();
  const { signal } = new AbortController();
  const door = {
    ...entry,
    id: 'b'.repeat(64),
    key: 'door',
    tags: ['house'],
    text: 'It is blue.\n# \u001b[2J<b>',
    tainted: true,
  };
  await store.memorize(door, { signal });
  await store.memorize({ ...entry, id: 'c'.repeat(64), text: '窗户是红色的' }, { signal });
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  const printed = () => lines.splice(0).join('\n');
  const flags = { project, format: 'table', backend: 'filesystem' } as const;

  await listMemory('ada', { ...flags, tag: ['house'] });
  expect(printed()).toMatch(/door/);
  await listMemory('ada', { ...flags, query: '红色' });
  expect(printed()).not.toMatch(/door/);
  await listMemory('ada', { ...flags, tag: ['garden'] });
  expect(printed()).toBe('no entry of ada matches');

  await exportMemory('ada', { project, backend: 'filesystem', format: 'markdown' });
  const markdown = printed();
  expect(markdown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(markdown).toContain('- words of others: yes');
  expect(markdown).toMatch(/^ {4}# /m);
  await exportMemory('ada', { project, backend: 'filesystem', format: 'json' });
  expect(JSON.parse(printed()).entries).toEqual(await store.list('ada'));

  expect(await editMemory('ada', 'door', { ...flags, text: 'It is green.\n' })).toBe(0);
  expect(await store.show('ada', door.id)).toEqual({
    ...door,
    text: 'It is green.',
    edited: { by: expect.any(String), time: expect.any(String) },
  });
  await expect(editMemory('ada', 'door', { ...flags, text: 'x'.repeat(4_001) })).rejects.toMatchObject({
    code: 'prompt_too_large',
  });
  await expect(editMemory('ada', 'door', { ...flags, text: ' ' })).rejects.toMatchObject({
    code: 'prompt_missing',
  });
  expect(await editMemory('ada', 'd'.repeat(64), { ...flags, text: 'x' })).toBe(1);

  await expect(forgetMemory('ada', 'door', { ...flags, all: true, yes: true })).rejects.toMatchObject({
    code: 'invalid_id',
  });
  await expect(forgetMemory('ada', undefined, { ...flags, all: true, yes: false })).rejects.toMatchObject({
    code: 'confirmation_missing',
  });
  expect(await store.list('ada')).toHaveLength(2);
  expect(await forgetMemory('ada', undefined, { ...flags, all: true, yes: true })).toBe(0);
  expect(await store.list('ada')).toEqual([]);
});
