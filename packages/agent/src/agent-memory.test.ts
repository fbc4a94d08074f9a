import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from '@agent-home/runtime-node/state';
import { expect, test } from 'vitest';
import { type MemoryOptions, run } from './index.ts';
import { collect, openProject, openStudio } from './testing/studio.ts';

const text = `
rules:
  - when: { after: { tool: store_memory } }
    answer: Noted.
  - when: { after: { tool: remember } }
    answer: Kept.
  - when: { after: { tool: recall } }
    answer: 'I know: {{result}}'
  - when: { user: note, tools: store_memory, count: 0 }
    answer: { calls: [{ tool: store_memory, arguments: { key: colour, value: The house is green. } }] }
  - when: { user: colour, tools: recall, count: 0 }
    answer: { calls: [{ tool: recall, arguments: { query: house } }] }
  - when: { user: keep, tools: remember, count: 0 }
    answer: { calls: [{ tool: remember, arguments: { key: city, value: Oslo } }] }
  - answer: No memory.
`;

test('an agent of a program recalls in another session what it stored', async () => {
  const { createAgent, project } = await openStudio({ text });
  for (const memory of [true, { backend: 'filesystem' }] as const) {
    const agent = createAgent({ name: memory === true ? 'robin' : 'wren', memory });
    await run(agent, 'note the colour', { onApproval: () => 'allow' });
    const recalled = await run(agent, 'which colour?', { onApproval: () => 'allow' });
    expect(recalled.output).toContain('The house is green.');
  }
  expect(await readdir(join(stateFolder({ project }), 'memory'))).toEqual([
    expect.stringMatching(/^project-[0-9a-f]{32}$/),
  ]);
  // An agent without the option has no such tools.
  expect((await run(createAgent({ name: 'finch' }), 'which colour?')).output).toBe('No memory.');
});

test('a memory of a session stays in its session', async () => {
  const { createAgent } = await openStudio({ text });
  const agent = createAgent({ memory: { scope: 'session' } });
  const options = { onApproval: () => 'allow' as const };
  const { sessionId } = await run(agent, 'note the colour', options);
  expect((await run(agent, 'which colour?', { ...options, session: sessionId })).output).toContain('green');
  expect((await run(agent, 'which colour?', options)).output).not.toContain('green');
});

test('a key of the session is kept from run to run', async () => {
  const { createAgent, emulator } = await openStudio({ text });
  const agent = createAgent({ sessionKeys: ['city'] });
  const { sessionId } = await run(agent, 'keep it', { onApproval: () => 'allow' });
  await run(agent, 'and now?', { session: sessionId });
  expect(JSON.stringify(emulator.journal().at(-1))).toContain('Oslo');
});

test('a memory that is missing or wrong rejects the run with a code', async () => {
  const { createAgent, project, emulator } = await openStudio({ text });
  for (const backend of ['redis', 'pgvector'] as const)
    await expect(run(createAgent({ memory: { backend } }), 'x')).rejects.toMatchObject({
      code: 'memory_not_configured',
    });
  await expect(run(createAgent({ memory: { backend: 'vector_store' } }), 'x')).rejects.toMatchObject({
    code: 'model_not_configured',
  });
  expect(() => createAgent({ memory: { limit: 0 } })).toThrow(
    expect.objectContaining({ code: 'invalid_agent' }),
  );
  const password = 'password-of-a-server-0123456789';
  const embeddings = { provider: 'emulator', model: 'vectors', url: `${emulator.url}/v1` } as const;
  const servers: MemoryOptions[] = [
    { backend: 'redis', redisUrl: `redis://user:${password}@127.0.0.1:1` },
    { backend: 'pgvector', postgresUrl: `postgres://user:${password}@127.0.0.1:1/home`, embeddings },
  ];
  const seen: string[] = [];
  for (const memory of servers)
    seen.push(JSON.stringify(await collect(run(createAgent({ memory }), 'which colour?'))));
  const files = await readdir(stateFolder({ project }), { recursive: true, withFileTypes: true });
  const stored = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const texts = await Promise.all(stored.map((path) => readFile(path, 'latin1')));
  for (const code of ['redis_unavailable', 'postgres_unavailable']) expect(texts.join('')).toContain(code);
  for (const each of [...seen, ...texts]) expect(each).not.toContain(password);
});

test('an agent’s file and a program share one memory', async () => {
  const { open, trust, createAgent } = await openProject(
    ['memory: { long_term: { backend: filesystem } }'],
    text,
  );
  trust();
  await run(open(), 'note the colour', { onApproval: () => 'allow' });
  const inline = createAgent({ memory: { backend: 'filesystem' } });
  expect((await run(inline, 'which colour?', { onApproval: () => 'allow' })).output).toContain('green');
});
