import { describe, expect, it } from 'vitest';
import { claude, gemini } from './testing/foreign-agents.ts';

const allOfClaude = [
  'read_file',
  'grep',
  'glob',
  'write_file',
  'edit_file',
  'bash',
  'bash_output',
  'bash_stop',
  'todo_write',
];
const allOfGemini = [
  'read_file',
  'read_many_files',
  'grep',
  'glob',
  'write_file',
  'edit_file',
  'bash',
  'todo_write',
];

describe('tools of other command lines', () => {
  it.each<[string, string[], { allow: string[]; deny?: string[]; servers?: string[] }]>([
    ['tools as a text', ['tools: Read, Grep,Glob'], { allow: ['read_file', 'grep', 'glob'] }],
    [
      'tools as a list',
      ['tools: [Read, MultiEdit, Edit, TodoWrite]'],
      { allow: ['read_file', 'edit_file', 'todo_write'] },
    ],
    ['no tools named', [], { allow: allOfClaude }],
    ['every tool', ['tools: "*"'], { allow: allOfClaude }],
    ['an empty list', ['tools: []'], { allow: [] }],
    ['an empty member', ['tools:'], { allow: [] }],
    ['a map', ['tools: { Read: true }'], { allow: [] }],
    ['tools that are not there', ['tools: Read, WebFetch, Task, LS, read'], { allow: ['read_file'] }],
    [
      'denied tools in parentheses',
      ['tools: Read, Grep', 'disallowedTools: "(, Read, )"'],
      { allow: ['grep'], deny: ['read_file'] },
    ],
    [
      'denied tools in the parentheses of an unknown name',
      ['tools: Read, Grep', 'disallowedTools: "!(, Read, )"'],
      { allow: ['grep'], deny: ['read_file'] },
    ],
    ['patterns', ['tools: "Read, Bash(git log:*, git diff:*)"'], { allow: ['read_file', 'bash'] }],
    [
      'tools of servers',
      ['tools: Read, mcp__github__get_issue, mcp__forge'],
      { allow: ['read_file', 'mcp.github.get_issue', 'mcp.forge.*'], servers: ['github', 'forge'] },
    ],
    ['servers without names', ['tools: [mcp__*, "mcp__a b__c", mcp__x__*y]'], { allow: [] }],
    [
      'denied tools',
      ['disallowedTools: Write, Bash'],
      {
        allow: ['read_file', 'grep', 'glob', 'edit_file', 'bash_output', 'bash_stop', 'todo_write'],
        deny: ['write_file', 'bash'],
      },
    ],
    [
      'a denied pattern denies the tool',
      ['tools: Read, Bash', 'disallowedTools: Bash(rm:*)'],
      { allow: ['read_file'], deny: ['bash'] },
    ],
    [
      'denied tools behind a parenthesis that never closes',
      ['tools: Read, Write', 'disallowedTools: "Bash(, Write"'],
      { allow: ['read_file'], deny: ['bash', 'write_file'] },
    ],
    [
      'denied tools that are written loosely',
      ['tools: Read, Write, Edit, Bash', 'disallowedTools: [Bash (rm), write, Edit all of it, Nothing]'],
      { allow: ['read_file'], deny: ['bash', 'write_file', 'edit_file'] },
    ],
    [
      'denied servers that cannot be said',
      ['tools: Read, mcp__a__b', 'disallowedTools: [mcp__*]'],
      { allow: ['read_file', 'mcp.a.b'], deny: ['mcp.*'], servers: ['a'] },
    ],
    [
      'denies that cannot be read',
      ['tools: Read', 'disallowedTools: { Write: 1 }'],
      { allow: ['read_file'], deny: ['*'] },
    ],
    [
      'a mode that only plans',
      ['permissionMode: plan'],
      {
        allow: ['read_file', 'grep', 'glob', 'bash_output', 'bash_stop', 'todo_write'],
        deny: ['write_file', 'edit_file', 'apply_patch', 'delete_file', 'bash', 'git_commit'],
      },
    ],
    [
      'servers named, no tools named',
      ['mcpServers: [github, { local: { command: evil } }, "a b"]'],
      { allow: [...allOfClaude, 'mcp.github.*', 'mcp.local.*'], servers: ['github', 'local'] },
    ],
  ])('Claude Code: %s', (_, lines, { allow, deny = [], servers = [] }) => {
    const { definition, from } = claude(...lines);
    expect(from).toBe('claude-code');
    expect([definition.tools.allow, definition.tools.deny, definition.mcpServers]).toEqual([
      allow,
      deny,
      servers,
    ]);
  });

  it.each<[string, string[], { allow: string[]; servers?: string[] }]>([
    [
      'tools',
      ['tools: [read_file, search_file_content, replace, run_shell_command, list_directory]'],
      { allow: ['read_file', 'grep', 'edit_file', 'bash'] },
    ],
    ['no tools named', [], { allow: allOfGemini }],
    ['every tool', ['tools: ["*"]'], { allow: allOfGemini }],
    [
      'tools of servers',
      ['tools: [mcp_github_get_issue, mcp_my_forge_*, old__tool, mcp_*]'],
      { allow: ['mcp.github.get_issue', 'mcp.my_forge.*'], servers: ['github', 'my_forge'] },
    ],
  ])('Gemini CLI: %s', (_, lines, { allow, servers = [] }) => {
    const { definition, from } = gemini(...lines);
    expect([from, definition.tools.allow, definition.mcpServers]).toEqual(['gemini-cli', allow, servers]);
  });
});
