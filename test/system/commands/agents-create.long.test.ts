import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { describe, expect, test } from 'vitest';
import { agentFile } from './support/agent-file.ts';
import { openFilePlace } from './support/file-place.ts';

describe('agents create', () => {
  test('agents create makes a complete agent from a template', async () => {
    const models = { small: { provider: 'emulator' } };
    const { atTerminal, run, read } = await openFilePlace({
      'home/.agent-home/settings.json': JSON.stringify({ models }),
    });
    const made = await atTerminal(['agents', 'create', 'debug-analyzer', '--template', 'debugging']);
    expect([made.code, made.shown]).toEqual([
      0,
      expect.stringMatching(/^debug-analyzer is created: .*\/agents\/debug-analyzer\.md\r$/m),
    ]);
    expect(made.shown).toMatch(/agents edit debug-analyzer/);
    expect(made.shown).toMatch(/agents run debug-analyzer/);
    const { shown } = await atTerminal(['agents', 'list']);
    // The name is coloured in a terminal.
    expect(stripVTControlCharacters(shown)).toMatch(/^ {2}debug-analyzer {2}Debug Analyzer {2}default\r$/m);
    const text = await read('project/agents/debug-analyzer.md');
    for (const member of [
      'kind: agent',
      'name: debug-analyzer',
      'title:',
      'description:',
      'model:',
      'scope: project',
      'version:',
      'allow:',
    ])
      expect(text).toContain(member);
    expect(decodeMarkdown(text).systemPrompt).toMatch(/^# Role\n\nYou find out why software fails/);
    expect((await run('agents', 'validate', 'debug-analyzer')).stdout).toContain('Validation: 6/6 passed');
  });

  test('agents create with flags shows no prompt', async () => {
    const settings = { models: { big: { provider: 'openai' } }, mcpServers: { github: { command: 'npx' } } };
    const { run, read, atTerminal } = await openFilePlace({
      'home/.agent-home/settings.json': JSON.stringify(settings),
    });
    const words = [
      '--title',
      'The Ada',
      '--description',
      'Helps.',
      '--model',
      'big',
      '--tools',
      'read_file,grep',
      '--mcp',
      'github',
    ];
    const made = await run('agents', 'create', 'ada', ...words, '--scope', 'global', '--format', 'json');
    const { created } = JSON.parse(made.stdout) as { created: { file: string } };
    expect([made.code, created]).toEqual([
      0,
      expect.objectContaining({ name: 'ada', scope: 'global', missing: [] }),
    ]);
    expect(decodeMarkdown(await read('home/.agent-home/agents/ada.md'))).toMatchObject({
      name: 'ada',
      title: 'The Ada',
      description: 'Helps.',
      model: { name: 'big' },
      scope: 'global',
      tools: { allow: ['read_file', 'grep', 'mcp.github.*'], deny: [] },
      mcpServers: ['github'],
    });
    const asked = await atTerminal(['agents', 'create', 'bea', '--template', 'testing', '--global']);
    expect([asked.code, asked.shown]).toEqual([0, expect.stringContaining('bea is created')]);
    expect(await read('home/.agent-home/agents/bea.md')).toContain('scope: global');
  });

  test('agents create prompts with safe tools preselected', async () => {
    const { atTerminal, read } = await openFilePlace();
    const typed = ['bug-hunter', 'The Hunter', '', '', '', '5 10', ''].map((line) => `${line}\n`).join('');
    const { code, shown } = await atTerminal(['agents', 'create'], { when: 'Name', typed });
    expect([code, shown]).toEqual([0, expect.stringContaining('bug-hunter is created')]);
    for (const line of [
      '[x]  1 read_file',
      '[x]  4 glob',
      '[ ]  5 write_file',
      '[ ]  6 edit_file',
      '[ ]  7 apply_patch',
      '[ ]  8 delete_file',
      '[ ]  9 todo_write',
      '[x] 10 bash',
    ])
      expect(shown).toContain(line);
    expect(decodeMarkdown(await read('project/agents/bug-hunter.md'))).toMatchObject({
      title: 'The Hunter',
      tools: { allow: ['read_file', 'read_many_files', 'grep', 'glob', 'write_file'] },
    });
  });

  test('an interrupted create leaves nothing half written', async () => {
    const { atTerminal, names, run, getCode } = await openFilePlace({
      'home/.agent-home/agents/.ada.md.0b7f.new': '---\nkind: agent\nname: ada\n',
    });
    const { code } = await atTerminal(['agents', 'create', 'bug-hunter'], { when: 'Title' });
    expect([code, await names('project')]).toEqual([130, []]);
    expect((await run('agents', 'list')).stdout).not.toContain('ada');
    expect(await getCode('agents', 'create', 'ada', '--title', 'Ada', '--global')).toEqual([0, undefined]);
  });

  test('a name in use is refused unchanged', async () => {
    const { getCode, project, names, read } = await openFilePlace({
      'project/agents/sound.md': agentFile('sound'),
      'project/agents/broken.md': '---\nname: [',
      'project/agents/other-name.md': agentFile('told-name'),
      'project/agents/spec/agent.yaml': 'kind: Agent',
      'project/agents/folder/notes.txt': 'mine',
    });
    await symlink('/nowhere', join(project, 'agents/link.md'));
    const before = await names('project/agents');
    for (const name of ['sound', 'broken', 'told-name', 'spec', 'folder', 'link'])
      expect([name, await getCode('agents', 'create', name, '--template', 'debugging')]).toEqual([
        name,
        [2, 'agent_exists'],
      ]);
    expect(await names('project/agents')).toEqual(before);
    expect(await read('project/agents/broken.md')).toBe('---\nname: [');
  });

  test('the name main is reserved for the main conversation', async () => {
    const { getCode, names } = await openFilePlace({ 'project/agents/main.md': agentFile('main') });
    expect(await getCode('agents', 'run', 'main', '-p', 'hello')).toEqual([2, 'project_not_trusted']);
    expect(await getCode('agents', 'validate', 'main')).toEqual([1, undefined]);
    const elsewhere = await openFilePlace();
    expect(await elsewhere.getCode('agents', 'create', 'main', '--template', 'debugging')).toEqual([
      2,
      'invalid_arguments',
    ]);
    expect([await names('project/agents'), await elsewhere.names('project/agents')]).toEqual([
      ['main.md'],
      [],
    ]);
  });

  test('one of several concurrent creates wins', async () => {
    const { getCode, names, read } = await openFilePlace();
    const titles = Array.from({ length: 6 }, (_, index) => `Title ${index}`);
    const codes = await Promise.all(
      titles.map((title) => getCode('agents', 'create', 'same-one', '--title', title)),
    );
    expect(codes.filter(([code]) => code === 0)).toHaveLength(1);
    expect(codes.filter(([, code]) => code === 'agent_exists')).toHaveLength(5);
    expect(await names('project/agents')).toEqual(['same-one.md']);
    const { title } = decodeMarkdown(await read('project/agents/same-one.md'));
    expect(title).toBe(titles[codes.findIndex(([code]) => code === 0)]);
  });

  test('a definition that would not load is refused', async () => {
    const { run, getCode, names, write } = await openFilePlace({
      'home/.agent-home/templates/bad.md': '---\nkind: agent\n---\n',
    });
    const tool = await run('agents', 'create', 'ada', '--title', 'Ada', '--tools', 'raed_file');
    expect([tool.code, tool.stderr]).toEqual([
      2,
      expect.stringMatching(
        /there is no tool "raed_file"; did you mean "read_file"\?.*\[invalid_definition\]$/m,
      ),
    ]);
    const title = await run('agents', 'create', '../ada', '--title', 'Ada');
    expect([title.code, title.stderr]).toEqual([2, expect.stringMatching(/the name needs 3 to 63/)]);
    expect(await getCode('agents', 'create', 'ada', '--template', 'bad')).toEqual([2, 'invalid_definition']);
    expect(await getCode('agents', 'create', 'ada', '--title', 'Ada', '--scope', 'team')).toEqual([
      2,
      undefined,
    ]);
    await write('project/agents/settings.json', '{');
    expect(await getCode('agents', 'create', 'ada', '--title', 'Ada')).toEqual([2, 'invalid_settings']);
    expect(await names('project/agents')).toEqual(['settings.json']);
    expect(await names('project')).toEqual(['agents']);
  });

  test('nothing is written through a link', async () => {
    const { getCode, root, project, names } = await openFilePlace({
      'project/.claude/agents/ada.md': '---\nname: ada\n---\nYou help.\n',
    });
    await mkdir(join(root, 'elsewhere'));
    await symlink(join(root, 'elsewhere'), join(project, 'agents'));
    expect((await getCode('agents', 'create', 'ada', '--template', 'debugging'))[0]).not.toBe(0);
    expect((await getCode('agents', 'import', '.claude/agents/ada.md'))[0]).not.toBe(0);
    expect(await names('elsewhere')).toEqual([]);
  });

  test('a missing flag is named without a terminal', async () => {
    const { run, names } = await openFilePlace({ 'home/.agent-home/agents/ada.md': agentFile('ada') });
    const cases: [string[], RegExp][] = [
      [['create'], /agents create NAME \[invalid_arguments\]$/m],
      [['create', 'bea'], /--title TEXT.*--template NAME \[invalid_arguments\]$/m],
      [
        ['create', 'bea', '--template', 'testing', '--extended'],
        /--extended needs a terminal.*\[invalid_arguments\]$/m,
      ],
      [['delete', 'ada'], /pass --yes to delete \[invalid_arguments\]$/m],
      [['edit', 'ada'], /agents validate ada \[editor_missing\]$/m],
    ];
    for (const [words, told] of cases) {
      const { code, stdout, stderr } = await run('agents', ...words);
      expect([words, code, stdout, stderr]).toEqual([words, 2, '', expect.stringMatching(told)]);
    }
    const json = await run('agents', 'create', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'invalid_arguments' } });
    expect(await names('project')).toEqual([]);
    expect(await names('home/.agent-home/agents')).toEqual(['ada.md']);
  });
});

describe('templates', () => {
  test('user templates precede program ones, projects have none', async () => {
    const { run, getCode, global, read } = await openFilePlace({
      'home/.agent-home/templates/debugging.md': agentFile('mine', 'color: red'),
      'project/templates/letters.md': agentFile('letters'),
      'project/agents/templates/letters.md': agentFile('letters'),
    });
    await symlink(join(global, 'templates/debugging.md'), join(global, 'templates/linked.md'));
    expect((await run('agents', 'create', 'ada', '--template', 'debugging')).code).toBe(0);
    expect(await read('project/agents/ada.md')).toMatch(/name: ada.*color: red.*You are mine/s);
    expect(await getCode('agents', 'create', 'bea', '--template', 'letters')).toEqual([
      2,
      'template_not_found',
    ]);
    expect(await getCode('agents', 'create', 'bea', '--template', 'linked')).toEqual([
      2,
      'invalid_definition',
    ]);
  });

  test('an unknown template lists all and the nearest', async () => {
    const { run } = await openFilePlace();
    const { code, stderr } = await run('agents', 'create', 'ada', '--template', 'debuging');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /did you mean debugging\? Templates: debugging, code-review, documentation, testing, security \[template_not_found\]$/m,
      ),
    ]);
  });

  test('help and guide name every template there is', async () => {
    const { run } = await openFilePlace();
    const { stdout } = await run('agents', 'create', '--help');
    const readme = await readFile(new URL('../../../docs/agents/creating.md', import.meta.url), 'utf8');
    for (const name of ['debugging', 'code-review', 'documentation', 'testing', 'security'])
      for (const text of [stdout.replace(/\s+/g, ' '), readme]) expect(text).toContain(name);
  });
});
