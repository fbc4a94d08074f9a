import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandPlace } from '../../testing/command-place.ts';

const settings = JSON.stringify({ models: { m: { provider: 'emulator', url: 'http://127.0.0.1:9/v1' } } });
const claude = (name: string, ...lines: string[]) =>
  ['---', `name: ${name}`, ...lines, '---', 'You help.', ''].join('\n');

function place(files: Record<string, string>) {
  const all = commandPlace({ 'home/.agent-home/settings.json': settings, ...files });
  const read = (name: string) => {
    const path = join(all.project, 'agents', `${name}.md`);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  return { ...all, read, source: (path: string) => join(all.project, path) };
}

describe('agents of other programs', () => {
  test('an agent of another program in agents/ names the import', async () => {
    const { trust, run } = place({
      'project/agents/reviewer.md': claude(
        'reviewer',
        'description: Reviews code.',
        'tools: Read',
        'model: sonnet',
      ),
      'project/agents/helper.md': claude(
        'helper',
        'description: Use it when: something broke. Examples: user: "help"',
      ),
      'project/agents/open.md': '---\ndescription: x\nmode: subagent\n---\nYou help.\n',
      'project/agents/a11y.agent.md': "---\nname: 'A11y'\ntools: ['read', 'edit']\n---\nYou help.\n",
    });
    trust();
    const { code, stdout } = await run('agents', 'validate', '--all');
    expect(code).toBe(1);
    expect(stdout).toMatch(/reviewer\.md:2:1: the file looks like an agent of Claude Code; .*agents import/);
    expect(stdout).toMatch(/helper\.md:3:\d+: .*put the text in quotes; .*agents import.*\[yaml_invalid\]/);
    expect(stdout).toMatch(/open\.md:2:1: the file looks like an agent of opencode;.*\[foreign_agent\]/);
    expect(stdout).toMatch(/a11y\.agent\.md:2:1: the file looks like an agent of GitHub Copilot;/);
    const ran = await run('agents', 'run', 'reviewer', '-p', 'x');
    expect([ran.code, ran.error]).toEqual([2, 'foreign_agent']);
    expect(ran.stderr).toContain('agents import');
  });

  test('agents in subfolders are imported', async () => {
    const { run, read, source } = place({
      'project/.claude/agents/engineering/reviewer.md': claude('reviewer', 'tools: Read'),
      'project/.claude/agents/engineering/core/tester.md': claude('tester', 'tools: Read'),
      'project/.claude/agents/README.md': 'Agents of this team.',
    });
    const { code, stdout } = await run('agents', 'import', source('.claude/agents'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2 files imported')]);
    expect(read('reviewer')).toContain('read_file');
    expect(read('tester')).toContain('read_file');
  });

  test('tools of GitHub Copilot are translated or reported', async () => {
    const { run, read, source } = place({
      'project/src/a11y.agent.md':
        "---\nname: 'A11y'\ndescription: 'Looks at pages'\nmodel: GPT-4.1\ntools: ['read', 'search', 'edit', 'execute/runInTerminal', 'github/*', 'web/fetch']\n---\nYou look at pages.\n",
      'project/src/web.agent.md': "---\nname: web\ntools: ['web', 'vscode']\n---\nYou look.\n",
    });
    const { stdout } = await run('agents', 'import', source('src'));
    const a11y = read('a11y') ?? '';
    for (const tool of ['read_file', 'grep', 'glob', 'edit_file', 'write_file', 'bash', 'mcp.github.*'])
      expect(a11y).toContain(tool);
    expect(stdout).toMatch(/tool web\/fetch: use a tool of your own/);
    expect(stdout).toMatch(/check .*the agent has no tools/);
  });

  test('opencode tools are the ones not denied', async () => {
    const { run, read, source } = place({
      'project/.opencode/agent/review.md':
        '---\ndescription: Reviews\nmode: subagent\nmodel: anthropic/claude-sonnet-4\ntools:\n  write: false\n  edit: false\npermission: { bash: deny }\n---\nYou review.\n',
    });
    expect((await run('agents', 'import', source('.opencode/agent'))).code).toBe(0);
    const review = read('review') ?? '';
    const allow = /allow:\n((?: +- .*\n)*)/.exec(review)?.[1] ?? '';
    expect(allow.match(/[a-z_]+$/gm)).toEqual(['read_file', 'grep', 'glob']);
    for (const tool of ['write_file', 'edit_file', 'bash']) expect(review).toContain(tool);
  });

  test('instructions of AGENTS.md become an agent that reads', async () => {
    const { run, read, source } = place({ 'project/AGENTS.md': '# Rules\n\nUse tabs.\n' });
    const { code } = await run('agents', 'import', source('AGENTS.md'), '--name', 'house-rules');
    expect(code).toBe(0);
    expect(read('house-rules')).toMatch(/# Rules\n\nUse tabs\./);
    expect(read('house-rules')).not.toContain('bash');
  });

  test('imported names become ASCII or need --name', async () => {
    const { run, read, source } = place({
      'project/src/analyst.md': claude('数据分析师', 'tools: Read'),
      'project/src/cafe.md': claude('café-reviewer', 'tools: Read'),
      'project/src/cpp.md': claude('C++ Expert', 'tools: Read'),
      'project/src/cs.md': claude('"C# Expert"', 'tools: Read'),
      'project/more/数据.md': claude('数据', 'tools: Read'),
    });
    const { code, stdout } = await run('agents', 'import', source('src'));
    expect(code).toBe(1);
    expect(read('analyst')).toContain('title: 数据分析师');
    expect(read('cafe-reviewer')).toBeDefined();
    expect(read('c-expert')).toContain('title: C++ Expert');
    expect(stdout).toMatch(/an agent c-expert exists already.*--name NAME \[agent_exists\]/);
    const file = source('more/数据.md');
    expect((await run('agents', 'import', file)).stdout).toMatch(/--name NAME \[invalid_value\]/);
    expect((await run('agents', 'import', file, '--name', 'data-analyst')).code).toBe(0);
    expect(read('data-analyst')).toContain('title: 数据');
    expect((await run('agents', 'import', source('src'), '--name', 'two')).error).toBe('invalid_arguments');
  });

  test('import problems are placed in the source file', async () => {
    const { run, source } = place({
      'project/src/mended.md': claude(
        'mended',
        'description: Use it when: x',
        '  user: "a"',
        '  assistant: "b"',
        'kind: remote',
      ),
      'project/src/empty.md': '---\nname: empty\ndescription: x\ntools: Read\n---\n\n',
    });
    const { stdout } = await run('agents', 'import', source('src'));
    expect(stdout).toMatch(/mended\.md:6:\d+: .*\[unknown_kind\]/);
    expect(stdout).toMatch(/empty\.md:6:1: .*\[empty_body\]/);
  });

  test('a foreign YAML spec is one problem', async () => {
    const { trust, run } = place({
      'project/agents/crew/agent.yaml':
        'researcher:\n  role: Researcher\n  goal: Find\n  backstory: Old\nwriter:\n  role: Writer\n',
    });
    trust();
    const { stdout } = await run('agents', 'validate', 'crew', '--format', 'json');
    const problems = JSON.parse(stdout).checks.flatMap(({ problems }: { problems: object[] }) => problems);
    expect(problems).toEqual([expect.objectContaining({ code: 'unknown_kind', line: 1 })]);
  });
});
