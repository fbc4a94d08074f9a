import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PgvectorServer } from '../../support/pgvector-server.ts';
import { type AgentProject, openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { user: colour }
    answer: 'It is blue.'
  - answer: 'Hello.'
`;
const password = 'canary-of-pgvector-4713';

let server: PgvectorServer;
beforeAll(async () => {
  server = await PgvectorServer.start();
});
afterAll(() => server.stop());

async function openRemembering(): Promise<AgentProject> {
  const address = server.url.replace('postgres@', `postgres:${password}@`);
  const project = await openProject(script, {}, { MEMORY_URL: address });
  const url = `${project.emulator.url}/v1`;
  const settings = {
    models: {
      small: { provider: 'emulator', url, contextWindow: 16_384 },
      words: { provider: 'emulator', model: 'words', url },
    },
    memory: { postgres: { url: 'vault://memory' }, embeddingModel: 'words' },
    vault: { memory: { env: 'MEMORY_URL' } },
  };
  await writeFile(join(project.home, '.agent-home/settings.json'), JSON.stringify(settings));
  const lines = ['---', 'kind: agent', 'name: ada', 'title: Ada', 'model: small', 'description: Remembers.'];
  const memory = 'memory: { long_term: { backend: pgvector } }';
  await writeFile(
    join(project.folder, 'agents/ada.md'),
    [...lines, memory, '---', 'Remember.', ''].join('\n'),
  );
  return project;
}

describe('agents memory in PostgreSQL', () => {
  test('the commands read and change entries in PostgreSQL', async () => {
    const { run, emulator } = await openRemembering();
    const said: string[] = [];
    const call = async (...words: string[]) => {
      const { code, stdout, stderr } = await run(...words);
      said.push(stdout, stderr);
      return { code, stdout, stderr };
    };
    expect((await call('agents', 'validate', 'ada')).code).toBe(0);
    await call('agents', 'run', 'ada', '-p', 'the colour of the door', '--new');
    const second = await call(
      'agents',
      'run',
      'ada',
      '-p',
      'which colour had the door?',
      '--new',
      '--verbose',
    );
    expect(second.stderr).toMatch(/recalled 1 entry of its memory/);

    const memory = (command: string, ...words: string[]) =>
      call('agents', 'memory', command, 'ada', ...words, '--backend', 'pgvector');
    const embedded = emulator.journal().length;
    const listed = JSON.parse((await memory('list', '--format', 'json')).stdout);
    expect(listed.entries).toHaveLength(2);
    const { id } = listed.entries[1];
    expect((await memory('show', id.slice(0, 12))).stdout).toMatch(/the colour of the door/);
    expect((await memory('edit', id, '--text', 'The gate is green.')).stdout).toBe(`${id} is saved\n`);
    expect((await memory('export', '--format', 'markdown')).stdout).toMatch(/The gate is green\./);
    expect(
      JSON.parse((await memory('list', '--query', 'gate', '--format', 'json')).stdout).entries,
    ).toHaveLength(1);
    expect(emulator.journal()).toHaveLength(embedded);

    const third = await call('agents', 'run', 'ada', '-p', 'is the gate green?', '--new', '--verbose');
    expect(third.stderr).toMatch(/recalled \d+ entries of its memory/);
    expect((await memory('forget', id)).stdout).toBe(`${id} is deleted\n`);
    expect((await memory('show', id)).code).toBe(1);

    await server.kill();
    try {
      const failed = await memory('list');
      expect([failed.code, failed.stderr]).toEqual([
        1,
        expect.stringMatching(/PostgreSQL did not respond: ECONNREFUSED; check .* \[memory_unavailable\]/),
      ]);
      const { code, stderr } = await call(
        'agents',
        'run',
        'ada',
        '-p',
        'which colour?',
        '--new',
        '--verbose',
      );
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /memory is unavailable, nothing is recalled: .* \[postgres_unavailable\]; check whether/,
      );
    } finally {
      await server.start();
    }
    expect(said.join('')).not.toContain(password);
  });
});
