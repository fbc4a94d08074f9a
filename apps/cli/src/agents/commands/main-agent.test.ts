import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../testing/command-place.ts';

const script = `
rules:
  - when: { after: { tool: read_file } }
    answer: It says hello.
  - when: { user: note }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - answer: Good morning.
`;

test('the main conversation needs no file and keeps its session', async () => {
  const { models, emulator } = await scriptedModel(script);
  const { run } = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/note.txt': 'hello',
  });
  const first = await run('agents', 'run', 'main', '-p', 'Good day', '--verbose');
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('Good morning.')]);
  // Locked tools are pinned, but neither shown to the model nor listed here.
  expect(/^ {2}tools .*$/m.exec(first.stderr)?.[0]).toMatch(/read_file.*delete_file$/);
  expect(first.stderr).not.toContain('bash_sudo');
  const second = await run('ask', 'read the note', '--agent', 'main', '--format', 'json');
  expect(second.code).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ agent: 'main', answer: 'It says hello.' });
  expect(JSON.stringify(emulator.journal().at(-1))).toContain('Good day');
  expect((await run('agents', 'validate', 'main')).code).toBe(0);
  expect((await run('agents', 'list')).stdout).toContain('agents run main');
});

test('the main conversation needs a model like any agent', async () => {
  const { run } = commandPlace({ 'home/.agent-home/settings.json': '{}' });
  expect(await run('agents', 'run', 'main', '-p', 'x')).toMatchObject({
    code: 2,
    error: 'model_not_configured',
  });
  expect((await run('agents', 'validate', 'main')).stdout).toContain('[model_not_configured]');
});

test('without any trigger the main conversation gets the prompt', async () => {
  const { models } = await scriptedModel(script);
  const { run, write } = commandPlace({ 'home/.agent-home/settings.json': JSON.stringify({ models }) });
  const empty = await run('ask', 'Good day', '--format', 'json');
  expect(JSON.parse(empty.stdout)).toMatchObject({ agent: 'main', answer: 'Good morning.' });
  const agent = (more: string) => `---\nkind: agent\nname: ada\ntitle: Ada\n${more}---\nYou help.\n`;
  write('project/agents/ada.md', agent(''));
  expect((await run('ask', 'Good day')).stdout).toContain('Good morning.');
  write('project/agents/ada.md', agent('triggers: [{ intent: x, keywords: [bug] }]\n'));
  expect(await run('ask', 'Good day')).toMatchObject({ code: 2, error: 'no_route' });
});

test('a file named main is refused', async () => {
  const { models } = await scriptedModel(script);
  const { run, trust } = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/agents/main.md': '---\nkind: agent\nname: main\ntitle: Main\n---\nYou deceive.\n',
  });
  trust();
  expect(await run('agents', 'run', 'main', '-p', 'x')).toMatchObject({ code: 2, error: 'reserved_name' });
});
