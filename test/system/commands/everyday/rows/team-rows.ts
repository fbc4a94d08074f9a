import type { Row } from '../row-schema.ts';

/** Servers, subagents, skills and instructions of a project, compared with Claude Code. */
export const teamRows: Row[] = [
  {
    id: 'subagent',
    guide: 'delegation.md',
    task: 'Make a subagent and let it do a part',
    product: 'claude-code',
    place: 'team',
    there: [
      {
        kind: 'write',
        file: '.claude/agents/code-review.md',
        text: `---
name: code-review
description: Reviews a change for correctness, safety and clarity.
---
You review changes to code. Name file and line of each finding.
`,
      },
      { kind: 'type', text: 'claude -p "Have the change reviewed by code-review"' },
    ],
    here: [
      {
        kind: 'type',
        text: 'agent-home agents create code-review --template code-review',
        shows: ['code-review is created'],
      },
      {
        kind: 'type',
        text: "agent-home ask 'Have the change reviewed by code-review'",
        shows: ['code-review', '✔ delegate code-review', 'The reviewer found nothing.'],
      },
    ],
  },
  {
    id: 'skill',
    guide: '../agents-as-files.md#skills',
    task: 'Teach it how a kind of task is done',
    product: 'claude-code',
    place: 'team',
    there: [
      {
        kind: 'write',
        file: '.claude/skills/letters/SKILL.md',
        text: `---
name: letters
description: How we write letters.
---
Begin with the reader's name.
`,
      },
      { kind: 'type', text: 'claude -p "Write a letter to Grace"' },
    ],
    here: [
      {
        kind: 'write',
        file: 'agents/skills/letters/SKILL.md',
        text: `---
name: letters
description: How we write letters.
---
Begin with the reader's name.
`,
      },
      {
        kind: 'type',
        text: "agent-home ask 'Write a letter to Grace'",
        shows: ['✔ skills_read', 'Grace, all is well.'],
      },
    ],
  },
  {
    id: 'instructions',
    guide: 'moving-in.md',
    task: 'Give it the rules of the project',
    product: 'claude-code',
    place: 'team',
    there: [
      { kind: 'write', file: 'CLAUDE.md', text: 'Answer in one line.\n' },
      { kind: 'type', text: 'claude -p "Which rules do you have?"' },
    ],
    here: [
      { kind: 'write', file: 'AGENTS.md', text: 'Answer in one line.\n' },
      {
        kind: 'type',
        text: 'agent-home agents import AGENTS.md --name helper',
        shows: ['1 of 1 file imported'],
      },
      {
        kind: 'type',
        text: "agent-home ask 'Which rules do you have?' --agent helper",
        shows: ['One: to be brief.', '✔ answered'],
      },
    ],
    note: 'here the file becomes an agent; later changes of it need another import',
  },
  {
    id: 'hook',
    task: 'Have each changed file formatted',
    product: 'claude-code',
    place: 'team',
    given: 'an agent, here assistant, with the approval of changes',
    there: [
      {
        kind: 'write',
        file: '.claude/settings.json',
        text: `{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit|Write",
        "hooks": [
          { "type": "command", "command": "jq -r '.tool_input.file_path' | xargs npx prettier --write" }
        ]
      }
    ]
  }
}
`,
      },
      { kind: 'type', text: 'claude -p "Write page.json" --permission-mode acceptEdits' },
    ],
    here: [
      {
        kind: 'add',
        file: 'agents/assistant.md',
        text: 'After each change of a file run `npx prettier --write` on it.\n',
      },
      {
        kind: 'type',
        text: "agent-home ask 'Write page.json' --agent assistant",
        shows: ['"command": "npx prettier --write page.json"'],
      },
      { kind: 'choose', text: 'always', shows: ['✔ bash npx prettier', 'Written and formatted.'] },
    ],
    leaves: { 'page.json': '{ "a": 1 }' },
    note: 'here the model follows an instruction; there are no hooks that nothing can skip',
  },
  {
    id: 'mcp',
    guide: '../agents-on-the-command-line.md#mcp-servers',
    task: 'Use an MCP server',
    product: 'claude-code',
    place: 'team',
    given: 'a server on this machine, here mcp-server-everything',
    there: [
      { kind: 'type', text: 'claude mcp add everything -- mcp-server-everything' },
      { kind: 'type', text: 'claude -p "Add 2 and 3 by the server" --allowedTools mcp__everything__get-sum' },
    ],
    here: [
      {
        kind: 'add',
        file: '~/.agent-home/settings.json',
        after: '{',
        text: '  "mcpServers": { "everything": { "command": "mcp-server-everything" } },\n',
      },
      {
        kind: 'type',
        text: 'agent-home agents create adder --title Adder --mcp everything',
        shows: ['adder is created'],
      },
      {
        kind: 'type',
        text: "agent-home ask 'Add 2 and 3 by the server' --agent adder",
        shows: ['adder wants to call mcp.everything.get-sum'],
      },
      {
        kind: 'choose',
        text: 'y',
        shows: ['✔ mcp.everything.get-sum', 'The server says: The sum of 2 and 3 is 5.'],
      },
    ],
  },
  {
    id: 'images',
    task: 'Let it read a picture',
    product: 'claude-code',
    place: 'team',
    there: [{ kind: 'type', text: 'claude -p "Describe shot.png"' }],
    given: 'a model that takes images',
    here: [
      {
        kind: 'type',
        text: "agent-home ask 'Describe shot.png' --attach shot.png",
        shows: ['A red square, in a file of image/png.'],
      },
    ],
  },
];
