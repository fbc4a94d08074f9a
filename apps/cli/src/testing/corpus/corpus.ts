import { type Persona, personas } from './personas.ts';

export interface CorpusFile {
  /** Path below the folder of the project. */
  path: string;
  content: string;
  /** Server that the file names and the settings do not have. */
  missing?: string;
}

/** Variation of a file's text: line ends, a byte order mark, its length, the form of its front matter. */
interface Form {
  crlf?: boolean;
  bom?: boolean;
  long?: boolean;
  server?: boolean;
  /** Spelling of the list of tools. */
  variant: number;
}

const forms: Form[] = [
  { variant: 0 },
  { variant: 1, crlf: true },
  { variant: 2, bom: true },
  { variant: 0, long: true },
  { variant: 1, server: true },
  { variant: 2, crlf: true, bom: true },
];
const longest = 60 * 1_024;

type Style = (persona: Persona, form: Form) => { path: string; front: string[] | undefined };

const styles: Record<string, Style> = {
  claude: ({ name, description, examples }, { variant, server }) => ({
    path: `.claude/agents/team-${variant}/${name}.md`,
    front: [
      `name: ${name}-claude`,
      variant === 1
        ? `description: "${description.replaceAll('"', '\\"')}"`
        : `description: ${description} Examples: ${examples.map(dialogue).join('')}`,
      server
        ? 'tools: Read, Grep, mcp__tickets__search'
        : ([
            'tools: Read, Grep, Glob, Bash(git diff:*)',
            'tools: Read, Write, Edit, Bash, WebFetch, Task',
            'tools:\n  - Read\n  - Grep',
          ][variant] ?? ''),
      'model: sonnet',
      'color: cyan',
    ],
  }),
  gemini: ({ name, description }, { variant, server }) => ({
    path: `.gemini/agents/${name.replaceAll('-', '_')}.md`,
    front: [
      `name: ${name.replaceAll('-', '_')}_gemini`,
      `description: >-\n  ${description}`,
      'kind: local',
      server
        ? 'tools: [read_file, mcp_tickets_search]'
        : ([
            'tools: [read_file, search_file_content, glob]',
            'tools:\n  - "*"',
            'tools: [read_many_files, replace, write_file]',
          ][variant] ?? ''),
      'model: gemini-2.5-pro',
      'temperature: 0.2',
      'max_turns: 15',
      'timeout_mins: 5',
    ],
  }),
  copilot: ({ name, description }, { variant, server }) => ({
    path: `.github/agents/${name}.agent.md`,
    front: [
      `name: '${titled(name)} Copilot'`,
      `description: '${description.replaceAll("'", "''")}'`,
      'model: GPT-4.1',
      server
        ? "tools: ['read', 'tickets/search']"
        : ([
            "tools: ['read', 'search', 'edit', 'execute/runInTerminal']",
            "tools: ['codebase', 'editFiles', 'runCommands', 'fetch', 'usages', 'problems']",
            'target: vscode',
          ][variant] ?? ''),
      "argument-hint: 'What shall I look at?'",
    ],
  }),
  opencode: ({ name, description }, { variant, server }) => ({
    path: `.opencode/agent/${name}-opencode.md`,
    front: [
      `description: ${description.includes(': ') ? JSON.stringify(description) : description}`,
      variant === 1 ? 'mode: primary' : 'mode: subagent',
      'model: anthropic/claude-sonnet-4-20250514',
      'temperature: 0.1',
      ...(server ? ['mcpServers: [tickets]'] : []),
      [
        'tools:\n  write: false\n  edit: false\n  bash: false',
        'permission:\n  edit: ask\n  bash:\n    "git push": deny\n    "*": allow',
        'permission: { webfetch: deny }',
      ][variant] ?? '',
    ],
  }),
  instructions: ({ name }) => ({ path: `${name}-notes/AGENTS.md`, front: undefined }),
};

/** Returns files of five programs: each persona in each style, with the forms in rotation. */
export function corpus(): CorpusFile[] {
  return personas.flatMap((persona, at) =>
    Object.entries(styles).map(([, style], number): CorpusFile => {
      const form = forms[(at + number) % forms.length] ?? { variant: 0 };
      const { path, front } = style(persona, form);
      const matter = front ? `---\n${front.filter((line) => line !== '').join('\n')}\n---\n\n` : '';
      const text = `${matter}${toPrompt(persona, form.long === true)}`;
      const ended = form.crlf ? text.replaceAll('\n', '\r\n') : text;
      return {
        path,
        content: form.bom ? `\ufeff${ended}` : ended,
        ...(form.server && front ? { missing: 'tickets' } : {}),
      };
    }),
  );
}

function toPrompt({ name, role, rules, answer, examples }: Persona, isLong: boolean): string {
  const parts = [
    `# ${titled(name)}`,
    role,
    '## Rules',
    rules.map((rule) => `- ${rule}`).join('\n'),
    '## Examples',
    examples.map(([user, assistant]) => `> **User:** ${user}\n>\n> **You:** ${assistant}`).join('\n\n'),
    '## Answer',
    answer,
    '```sh\n# variables and braces of a shell stay as they are: $HOME {{name}} $1\ngit diff --stat\n```',
  ];
  if (isLong) {
    const chapter = (number: number) =>
      `### Case ${number}\n\n${rules.map((rule, step) => `${step + 1}. ${rule}`).join('\n')}\n\n${answer}`;
    for (let number = 1; parts.join('\n\n').length < longest - 1_000; number += 1)
      parts.push(chapter(number));
  }
  return `${parts.join('\n\n')}\n`;
}

function dialogue([user, assistant]: [string, string]): string {
  return `\\n\\n<example>\\nContext: work in progress.\\nuser: "${user}"\\nassistant: "${assistant}"\\n</example>`;
}

function titled(name: string): string {
  return name
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}
