import { describe, expect, it } from 'vitest';
import { decodeMarkdown } from '../markdown/decode-markdown.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { importAgent } from './import-agent.ts';
import { claude, foreignFile, gemini } from './testing/foreign-agents.ts';

function refusal(content: string): [string, string] | undefined {
  try {
    importAgent(content, { file: 'ada.md', models: [] });
    return undefined;
  } catch (error) {
    if (error instanceof DefinitionError) return [error.code, error.problems[0].message];
    throw error;
  }
}

describe('agents of other command lines', () => {
  it('imports an agent of Claude Code with a report', () => {
    const { definition, report, text } = claude(
      'tools: Read, Bash(git:*), WebFetch',
      'model: sonnet',
      'color: purple',
      'maxTurns: 7',
      'hooks: { PreToolUse: [] }',
      'skills: [letters]',
      'background: true',
    );
    expect(decodeMarkdown(text)).toEqual(definition);
    expect(definition).toMatchObject({
      title: 'Ada',
      description: 'Helps.',
      limits: { maxToolCalls: 7 },
      model: { params: {} },
    });
    expect(definition.model.name).toBeUndefined();
    expect(report.taken).toEqual(['name ada', 'description', 'color purple', 'prompt, 9 characters']);
    expect(report.changed).toEqual([
      'title made of the name: Ada',
      expect.stringMatching(/^model sonnet: the default of the settings/),
      'tool Read → read_file',
      'tool Bash(git:*) → bash',
      expect.stringMatching(/^at most 7 turns → limits.maxToolCalls 7/),
    ]);
    expect(report.left).toEqual([
      expect.stringMatching(/^tool WebFetch: /),
      expect.stringMatching(/^hooks: /),
      expect.stringMatching(/^skills: /),
      expect.stringMatching(/^background: /),
    ]);
    expect(report.look).toEqual([
      expect.stringMatching(/^Bash\(git:\*\): patterns are not supported/),
      expect.stringMatching(/^bash runs any command/),
      expect.stringMatching(/^hooks may have denied/),
    ]);
  });

  it('imports an agent of Gemini CLI with a report', () => {
    const { definition, report } = gemini(
      'kind: local',
      'display_name: The Ada',
      'tools: [read_file, google_web_search]',
      'model: big',
      'temperature: 0.2',
      'max_turns: 10',
      'timeout_mins: 5',
      'policy: { rules: [] }',
    );
    expect(definition).toMatchObject({
      title: 'The Ada',
      model: { name: 'big', params: { temperature: 0.2 } },
      limits: { maxToolCalls: 10, timeoutMs: 300_000 },
    });
    expect(report.taken).toContain('model big');
    expect(report.left).toEqual([
      expect.stringMatching(/^tool google_web_search: /),
      expect.stringMatching(/^policy: /),
    ]);
    expect(report.look).toContainEqual(expect.stringMatching(/^policy may have denied/));
  });

  it.each([
    ['Code_Reviewer', 'code-reviewer'],
    ['codeReviewer', 'code-reviewer'],
    ['  2nd Opinion! ', 'nd-opinion'],
    ['qa', 'qa-agent'],
    ['main', 'main-agent'],
    [`x${'y'.repeat(80)}`, `x${'y'.repeat(62)}`],
    ['ünïcode', 'unicode'],
    ['Straße Ørsted', 'strasse-orsted'],
    ['ＡＢＣ helper', 'abc-helper'],
    ['数据', 'ada'],
  ])('the name %s becomes %s, with a notice', (written, name) => {
    const { definition, report } = importAgent(foreignFile(`name: "${written}"`), {
      file: 'ada.md',
      models: [],
    });
    expect(definition.name).toBe(name);
    expect(report.changed[0]).toContain(`→ ${name}`);
  });

  it('reads front matter that is no YAML line by line', () => {
    const { definition, report } = importAgent(
      foreignFile(
        'name: reviewer',
        'description: Use it when: code was written. Examples: <example>user: "look"</example>',
        '  Context: more # of it',
        'tools: Read, Grep',
        'color: blue',
      ),
      { file: '.claude/agents/reviewer.md', models: [] },
    );
    expect(definition.description).toBe(
      'Use it when: code was written. Examples: <example>user: "look"</example>\nContext: more # of it',
    );
    expect(definition.tools.allow).toEqual(['read_file', 'grep']);
    expect(report.look[0]).toMatch(/is not YAML/);
  });

  it('keeps examples in a description and hides no member there', () => {
    const { definition } = importAgent(
      foreignFile(
        'name: poster',
        'description: Use it for posters.',
        '',
        'Examples:',
        '<example>',
        'user: "I need a poster: today"',
        'assistant: "I will: make it"',
        'user: "Thanks: bye"',
        '</example>',
        'tools:',
        '  - Read',
        'disallowedTools: Write, Bash # rm',
      ),
      { file: '.claude/agents/poster.md', models: [] },
    );
    expect(definition.description).toMatch(
      /^Use it for posters\.\n\nExamples:\n<example>\nuser: .*<\/example>$/s,
    );
    expect(definition.tools).toEqual({ allow: ['read_file'], deny: ['write_file', 'bash'] });
  });

  it.each([
    ['a remote agent', foreignFile('name: ada', 'kind: remote', 'agent_card_url: https://x'), 'unknown_kind'],
    ['an agent of ours', foreignFile('name: ada', 'kind: agent', 'title: Ada'), 'unknown_kind'],
    ['no front matter', 'You help.', 'front_matter_missing'],
    ['a list', '---\n- name: ada\n---\nx\n', 'wrong_type'],
    ['no prompt', '---\nname: ada\n---\n', 'empty_body'],
    ['text behind a quoted value', foreignFile('name: ada', 'description: "a" b: c'), undefined],
    ['a huge file', foreignFile(`description: ${'x'.repeat(300_000)}`), 'too_large'],
    ['front matter that is never sound', foreignFile('name: ada', 'tools: [Read'), 'yaml_invalid'],
  ])('%s is refused', (_, content, code) => {
    expect(refusal(content)?.[0]).toBe(code);
  });

  it('refuses an agent without a usable name, and names --name', () => {
    const refused = () => importAgent(foreignFile('name: "!!!"'), { file: '数据.md', models: [] });
    expect(refused).toThrow(/--name NAME \[invalid_value\]/);
    const { definition } = importAgent(foreignFile('name: "!!!"'), {
      file: '数据.md',
      models: [],
      name: 'ada',
    });
    expect(definition).toMatchObject({ name: 'ada', title: '!!!' });
  });

  it('reports hidden characters of a prompt', () => {
    const { report } = importAgent(`---\nname: ada\n---\nYou\u202e help.\n`, { file: 'ada.md', models: [] });
    expect(report.look).toContainEqual(expect.stringMatching(/^invisible characters in the prompt: 1$/));
  });
});
