import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AgentProject, openProject, trustFolder } from './support/agent-project.ts';

const script = `
rules:
  - when: { user: colour }
    answer: 'It is blue.'
  - answer: "Hello. \\e[2J"
`;

/** Adds an agent with this memory to the project. */
async function getAgent({ folder }: AgentProject, memory: string): Promise<void> {
  const lines = ['---', 'kind: agent', 'name: ada', 'title: Ada', 'model: small'];
  const text = [...lines, 'description: Remembers.', `memory: ${memory}`, '---', 'You remember.', ''];
  await writeFile(join(folder, 'agents/ada.md'), text.join('\n'));
}

const files = '{ long_term: { backend: filesystem } }';
const vectors = '{ long_term: { backend: vector_store, config: { embedding_model: words } } }';

async function withVectors(changes: object = {}): Promise<AgentProject> {
  const project = await openProject(script);
  const url = `${project.emulator.url}/v1`;
  const models = {
    small: { provider: 'emulator', url, contextWindow: 16_384 },
    words: { provider: 'emulator', model: 'words', url, ...changes },
  };
  await writeFile(join(project.home, '.agent-home/settings.json'), JSON.stringify({ models }));
  await getAgent(project, vectors);
  return project;
}

describe('agents memory', () => {
  test('memories are listed, shown and forgotten without steering the terminal', async () => {
    const project = await openProject(script);
    const { run } = project;
    await getAgent(project, files);
    await run('agents', 'run', 'ada', '-p', 'hello \u001b]0;x\u0007 there', '--new');
    await run('agents', 'run', 'ada', '-p', 'what colour?', '--new');
    const listed = await run('agents', 'memory', 'list', 'ada');
    expect([listed.code, listed.stderr]).toEqual([0, '']);
    expect(listed.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(listed.stdout.indexOf('colour')).toBeLessThan(listed.stdout.indexOf('hello'));
    const { entries } = JSON.parse((await run('agents', 'memory', 'list', 'ada', '--json')).stdout);
    expect(entries).toHaveLength(2);
    const [, { id }] = entries;
    const shown = await run('agents', 'memory', 'show', 'ada', id.slice(0, 12));
    expect(shown.stdout).toMatch(/from +run run_/);
    expect(shown.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    const forgotten = await run('agents', 'memory', 'forget', 'ada', id);
    expect([forgotten.code, forgotten.stdout]).toEqual([0, `${id} is deleted\n`]);
    const again = await run('agents', 'memory', 'forget', 'ada', id, '--json');
    expect([again.code, JSON.parse(again.stdout).forgotten]).toEqual([1, false]);
    expect((await run('agents', 'memory', 'show', 'ada', id)).code).toBe(1);
    const getCode = async (...words: string[]) => {
      const { code, stderr } = await run('agents', 'memory', ...words);
      return [code, /\[([a-z_]+)\]$/m.exec(stderr)?.[1]];
    };
    expect(await getCode('show', 'ada', '../x')).toEqual([2, 'invalid_id']);
    expect(await getCode('list', 'nobody')).toEqual([2, 'agent_not_found']);
    expect(await getCode('list', 'nobody', '--backend', 'filesystem')).toEqual([0, undefined]);
    for (const backend of ['redis', 'pgvector'])
      expect(await getCode('list', 'ada', '--backend', backend)).toEqual([2, 'memory_not_configured']);
  });

  test('a vector store finds entries by the settings’ embedding model', async () => {
    const { run, emulator, state } = await withVectors();
    expect((await run('agents', 'run', 'ada', '-p', 'the colour of the door', '--new')).code).toBe(0);
    const told = await run('agents', 'run', 'ada', '-p', 'which colour had the door?', '--new', '--verbose');
    expect(told.stderr).toMatch(/recalled 1 entry of its memory/);
    const embedded = emulator.journal().filter(({ input }) => input !== undefined);
    expect(embedded.map(({ model }) => model)).toContain('words');
    const { entries } = JSON.parse((await run('agents', 'memory', 'list', 'ada', '--json')).stdout);
    for (const { id } of entries) await run('agents', 'memory', 'forget', 'ada', id);
    const left = await readdir(join(state, 'memory'), { recursive: true, withFileTypes: true });
    expect(left.filter((file) => file.isFile() && file.name.endsWith('.json'))).toEqual([]);
  });

  test('a run without embeddings continues, and the terminal reports it', async () => {
    const { run } = await withVectors({ url: 'http://127.0.0.1:9/v1' });
    const first = await run('agents', 'run', 'ada', '-p', 'the colour of the door', '--new');
    expect(first.code).toBe(0);
    const { code, stderr } = await run('agents', 'run', 'ada', '-p', 'which colour?', '--new', '--verbose');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^ +! memory is unavailable, nothing is recalled: .* \[embeddings_unavailable\]; check whether /m,
    );
    const { entries } = JSON.parse((await run('agents', 'memory', 'list', 'ada', '--json')).stdout);
    expect(entries).toHaveLength(2);
  });

  test('a missing memory store is reported before a run', async () => {
    const project = await openProject(script);
    await getAgent(project, '{ long_term: { backend: redis } }');
    const { code, stderr } = await project.run('agents', 'run', 'ada', '-p', 'hello');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/"memory":\{"redis":\{"url":.*\[memory_not_configured\]/),
    ]);
    expect(await project.runs()).toEqual([]);
  });

  test('agents of one name in two projects share no memory', async () => {
    const project = await openProject(script);
    const { run, folder } = project;
    await getAgent(project, files);
    await run('agents', 'run', 'ada', '-p', 'the colour of the door', '--new');
    const other = join(folder, 'other');
    await mkdir(join(other, 'agents'), { recursive: true });
    await rename(join(folder, 'agents/ada.md'), join(other, 'agents/ada.md'));
    trustFolder(other, project.home);
    const words = ['agents', 'run', 'ada', '-p', 'which colour?', '--new', '--verbose', '--project', other];
    const { stderr } = await run(...words);
    expect(stderr).toMatch(/✔ answered/);
    expect(stderr).not.toMatch(/recalled/);
  });
});
