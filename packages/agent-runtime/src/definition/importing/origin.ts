import type { JsonObject } from '@agent-home/protocol';

/** Programs whose agents can be imported. `agents-md`: instructions without front matter, which several programs read. */
export type Origin = 'claude-code' | 'gemini-cli' | 'copilot' | 'opencode' | 'agents-md';

export const originNames: Record<Origin, string> = {
  'claude-code': 'Claude Code',
  'gemini-cli': 'Gemini CLI',
  copilot: 'GitHub Copilot',
  opencode: 'opencode',
  'agents-md': 'AGENTS.md',
};

const folders: [RegExp, Origin][] = [
  [/(^|[/\\])\.claude[/\\]/, 'claude-code'],
  [/(^|[/\\])\.gemini[/\\]/, 'gemini-cli'],
  [/(^|[/\\])\.github[/\\]|\.(agent|chatmode)\.md$/, 'copilot'],
  [/(^|[/\\])\.?opencode[/\\]/, 'opencode'],
  [/(^|[/\\])AGENTS\.md$/i, 'agents-md'],
];
const collectMembers: [Origin, readonly string[]][] = [
  ['opencode', ['mode', 'permission', 'disable', 'top_p', 'steps', 'maxSteps']],
  ['gemini-cli', ['kind', 'display_name', 'temperature', 'max_turns', 'timeout_mins', 'mcp_servers']],
  ['copilot', ['target', 'mcp-servers', 'handoffs', 'argument-hint', 'infer', 'user-invocable']],
];

/** Returns the program of an agent: by the folder of its file, else by members that only one program uses. */
export function getOrigin(file: string, members: JsonObject): Origin {
  const byFolder = folders.find(([pattern]) => pattern.test(file))?.[1];
  if (byFolder) return byFolder;
  if (isMap(members.tools)) return 'opencode';
  const own = collectMembers.find(([, names]) => names.some((name) => Object.hasOwn(members, name)))?.[0];
  return own ?? (Array.isArray(members.tools) && members.tools.some(isOfCopilot) ? 'copilot' : 'claude-code');
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for the names of Copilot's tool sets, and for names with a slash, which belong to a set or a server. */
function isOfCopilot(entry: unknown): boolean {
  return (
    typeof entry === 'string' &&
    (/^(read|search|edit|execute|web|agent|todo|codebase|editFiles|runCommands)$/.test(entry) ||
      /^[\w.-]+\/[\w*.-]+$/.test(entry))
  );
}

/**
 * Returns the other program that a file in our folder was written for; undefined without evidence. Our own files have a `kind` and
 * a `title`.
 */
export function foreignOrigin(file: string, members: JsonObject): Origin | undefined {
  const { kind, title, description, tools, model } = members;
  if ((kind !== undefined && kind !== 'local') || title !== undefined) return undefined;
  const isForeign =
    typeof description === 'string' ||
    typeof tools === 'string' ||
    Array.isArray(tools) ||
    (members.name !== undefined && typeof model === 'string');
  return isForeign ? getOrigin(file, members) : undefined;
}
