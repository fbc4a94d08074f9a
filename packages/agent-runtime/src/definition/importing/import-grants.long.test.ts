import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importAgent } from './import-agent.ts';

describe('importing grants nothing', () => {
  /** Foreign names that may grant each tool, from the documentation of both programs. */
  const sources: Record<string, RegExp> = {
    read_file: /^(Read|read_file)$/,
    read_many_files: /^read_many_files$/,
    write_file: /^(Write|write_file)$/,
    edit_file: /^(Edit|MultiEdit|replace)$/,
    grep: /^(Grep|search_file_content|grep_search)$/,
    glob: /^(Glob|glob)$/,
    bash: /^(Bash|run_shell_command)$/,
    bash_output: /^BashOutput$/,
    bash_stop: /^Kill(Shell|Bash)$/,
    todo_write: /^(TodoWrite|write_todos)$/,
  };
  const entry = fc.oneof(
    fc.constantFrom(
      'Read',
      'Write',
      'Edit',
      'MultiEdit',
      'Grep',
      'Glob',
      'Bash',
      'LS',
      'Task',
      'TodoWrite',
      'BashOutput',
      'KillShell',
      'WebFetch',
      'READ',
      '*',
    ),
    fc.constantFrom(
      'read_file',
      'replace',
      'glob',
      'run_shell_command',
      'delete_file',
      'git_commit',
      'bash',
      'home.say',
    ),
    fc.constantFrom(
      'mcp__a__b',
      'mcp__a',
      'mcp_a_b',
      'mcp_a_*',
      'a__b',
      'mcp__*',
      'mcp_*',
      'mcp.a.b',
      'Bash(git:*)',
      'Bash (rm)',
      'write',
    ),
    fc.string({ maxLength: 12 }),
  );
  const entries = fc.array(entry, { maxLength: 5 });
  const list = fc.oneof(
    entries,
    entries.map((all) => all.join(', ')),
    fc.constantFrom(null, 1, {}, [1], [['Read']]),
  );
  const member = fc.option(list, { nil: undefined });

  it('importing grants no tool that the source did not name', () => {
    let granted = 0;
    fc.assert(
      fc.property(
        member,
        member,
        fc.constantFrom('.claude/agents/x.md', '.gemini/agents/x.md'),
        (tools, disallowedTools, path) => {
          const matter = {
            name: 'ada',
            ...(tools === undefined ? {} : { tools }),
            ...(disallowedTools === undefined ? {} : { disallowedTools }),
          };
          const content = `---\n${JSON.stringify(matter)}\n---\nYou help.\n`;
          const { allow, deny } = importAgent(content, { file: path, models: [] }).definition.tools;
          const named = namesIn(tools);
          const isAll = tools === undefined || named.includes('*');
          for (const tool of allow ?? ['everything']) {
            granted += 1;
            const bare = named.map((name) => name.replace(/\s*\(.*\)$/s, ''));
            const isNamed = Object.hasOwn(sources, tool) && bare.some((name) => sources[tool]?.test(name));
            const isOfServer = tool.startsWith('mcp.') && bare.some((name) => isFromServer(name, tool));
            const isUsual = isAll && Object.hasOwn(sources, tool);
            expect([tool, isNamed || isOfServer || isUsual]).toEqual([tool, true]);
          }
          for (const name of namesIn(disallowedTools)) {
            const bare = name.replace(/\s*\(.*\)$/s, '');
            for (const [tool, pattern] of Object.entries(sources))
              if (new RegExp(pattern, 'i').test(bare.trim()))
                expect([name, deny.includes(tool)]).toEqual([name, true]);
            if (name === '*' || bare.startsWith('mcp__')) expect(deny.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 1_500 },
    );
    expect(granted).toBeGreaterThan(500);
  });

  it('importing grants no tool that an agent of Copilot did not name', () => {
    const words = [
      'read',
      'search',
      'edit',
      'execute',
      'web',
      'codebase',
      'editFiles',
      'runCommands',
      'Read',
    ];
    const entries = fc.array(fc.oneof(fc.constantFrom(...words, 'a/b', 'a/*', 'read/problems'), fc.string()));
    const granting: Record<string, RegExp> = {
      read_file: /^read$/i,
      grep: /^(search|codebase)$/i,
      glob: /^search$/i,
      edit_file: /^(edit|editFiles)$/i,
      write_file: /^(edit|editFiles)$/i,
      bash: /^(execute|runCommands)$/i,
    };
    fc.assert(
      fc.property(entries, (tools) => {
        const content = `---\n${JSON.stringify({ name: 'ada', tools: tools.map((tool) => tool.slice(0, 12)) })}\n---\nx\n`;
        const { allow } = importAgent(content, { file: 'x.agent.md', models: [] }).definition.tools;
        const named = tools.flatMap((tool) => tool.slice(0, 12).split(',')).map((tool) => tool.trim());
        if (named.includes('*')) return;
        for (const tool of allow ?? ['everything'])
          expect([
            tool,
            named.some((name) => granting[tool]?.test(name) || tool === `mcp.${name.replace('/', '.')}`),
          ]).toEqual([tool, true]);
      }),
    );
  });

  function namesIn(written: unknown): string[] {
    const texts = Array.isArray(written) ? written : [written];
    if (!texts.every((text) => typeof text === 'string')) return [];
    return texts.flatMap((text) => (text as string).split(',')).map((text) => text.trim());
  }

  /** True if a tool belongs to a foreign name: `mcp.a.b` to `mcp__a__b`, `mcp_a_b` or `a__b`, and `mcp.a.*` to a whole server. */
  function isFromServer(name: string, tool: string): boolean {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
    return name.includes('_') && letters(tool.replace(/^mcp\./, '')) === letters(name.replace(/^mcp_+/, ''));
  }
});
