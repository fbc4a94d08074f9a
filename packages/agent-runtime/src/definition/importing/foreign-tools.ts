import { serverNameSchema } from '../definition/fields.ts';
import type { Origin } from './origin.ts';

/** Meaning of another program's tool name. */
export type ToolMeaning =
  | { kind: 'tools'; names: readonly string[]; pattern: string | undefined }
  | { kind: 'all' }
  | { kind: 'none'; why: string };

/** Tool names exactly as those programs spell them; other spellings do not match. */
const counterparts = new Map([
  // Claude Code
  ['Read', 'read_file'],
  ['Write', 'write_file'],
  ['Edit', 'edit_file'],
  ['MultiEdit', 'edit_file'],
  ['Grep', 'grep'],
  ['Glob', 'glob'],
  ['Bash', 'bash'],
  ['BashOutput', 'bash_output'],
  ['KillShell', 'bash_stop'],
  ['KillBash', 'bash_stop'],
  ['TodoWrite', 'todo_write'],
  // Gemini CLI
  ['read_file', 'read_file'],
  ['read_many_files', 'read_many_files'],
  ['write_file', 'write_file'],
  ['replace', 'edit_file'],
  ['search_file_content', 'grep'],
  ['grep_search', 'grep'],
  ['glob', 'glob'],
  ['run_shell_command', 'bash'],
  ['write_todos', 'todo_write'],
]);

/** Tools and sets of tools of GitHub Copilot and VS Code, in lower case: their case does not matter there. */
const ofCopilot = new Map<string, readonly string[]>([
  ['read', ['read_file']],
  ['read/readfile', ['read_file']],
  ['readfile', ['read_file']],
  ['search', ['grep', 'glob']],
  ['search/codebase', ['grep']],
  ['codebase', ['grep']],
  ['search/textsearch', ['grep']],
  ['textsearch', ['grep']],
  ['search/filesearch', ['glob']],
  ['filesearch', ['glob']],
  ['search/listdirectory', ['glob']],
  ['listdirectory', ['glob']],
  ['findtestfiles', ['glob']],
  ['edit', ['edit_file', 'write_file']],
  ['edit/editfiles', ['edit_file', 'write_file']],
  ['editfiles', ['edit_file', 'write_file']],
  ['edit/createfile', ['write_file']],
  ['createfile', ['write_file']],
  ['execute', ['bash']],
  ['execute/runinterminal', ['bash']],
  ['runcommands', ['bash']],
  ['runcommands/runinterminal', ['bash']],
  ['runinterminal', ['bash']],
  ['shell', ['bash']],
  ['todo', ['todo_write']],
  ['todos', ['todo_write']],
  ['powershell', ['bash']],
]);
/** Sets whose other tools have no counterpart; the part before the slash is not a server. */
const setsOfCopilot = new Set([
  'read',
  'search',
  'edit',
  'execute',
  'web',
  'agent',
  'todo',
  'vscode',
  'runcommands',
]);

const ofOpencode = new Map<string, readonly string[]>([
  ['read', ['read_file']],
  ['write', ['write_file']],
  ['edit', ['edit_file']],
  ['patch', ['apply_patch']],
  ['multiedit', ['edit_file']],
  ['grep', ['grep']],
  ['glob', ['glob']],
  ['bash', ['bash']],
  ['todowrite', ['todo_write']],
]);

const delegate = 'use `subagents` to delegate to other agents';
const onePage = 'add `web_fetch`, which reads a page by its address';
const noWeb = 'use a tool of your own for web requests (a ToolSpec with an http binding)';
/** Alternatives for tools that have no equivalent. */
const waysOut = new Map([
  ['Task', delegate],
  ['Agent', delegate],
  ['WebFetch', onePage],
  ['WebSearch', noWeb],
  ['web_fetch', onePage],
  ['google_web_search', noWeb],
  ['LS', '`glob` lists files'],
  ['list_directory', '`glob` lists files'],
  ['Skill', 'skills are folders of agents/skills'],
  ['activate_skill', 'skills are folders of agents/skills'],
  ['task', delegate],
  ['agent', delegate],
  ['web', noWeb],
  ['fetch', onePage],
  ['webfetch', onePage],
  ['websearch', noWeb],
  ['list', '`glob` lists files'],
  ['save_memory', 'memory is a member of the agent’s file'],
]);

/** Returns the meaning of one entry of a list of tools. Never guesses: an entry that is not in the tables has no counterpart. */
export function meaningOfTool(entry: string, from: Origin): ToolMeaning {
  if (entry === '*') return { kind: 'all' };
  if (from === 'copilot') return meaningInCopilot(entry);
  const [, name = entry, pattern] = /^([^()]*?)\s*\((.*)\)$/s.exec(entry) ?? [];
  const known = from === 'opencode' ? ofOpencode.get(name) : collectNames(counterparts.get(name));
  if (known !== undefined) return { kind: 'tools', names: known, pattern };
  const server = findServer(name);
  if (server) return meaningAtServer(server, pattern);
  return { kind: 'none', why: waysOut.get(name) ?? noSuchTool };
}

const noSuchTool = 'no such tool exists';

function collectNames(name: string | undefined): readonly string[] | undefined {
  return name === undefined ? undefined : [name];
}

function meaningInCopilot(entry: string): ToolMeaning {
  const folded = entry.toLowerCase();
  // Copilot also reads the names of Claude Code.
  const known = ofCopilot.get(folded) ?? collectNames(counterparts.get(entry));
  if (known !== undefined) return { kind: 'tools', names: known, pattern: undefined };
  const [, server, tool] = /^([^/]+)\/(.+)$/.exec(entry) ?? [];
  if (server !== undefined && tool !== undefined && !setsOfCopilot.has(server.toLowerCase()))
    return meaningAtServer({ server, tool }, undefined);
  return { kind: 'none', why: waysOut.get(server?.toLowerCase() ?? folded) ?? noSuchTool };
}

const loosely = new Map([...counterparts].map(([name, tool]) => [name.toLowerCase(), tool]));

/** Returns the tool that an entry names by its first word, ignoring case. Used for denies, which may match too much. */
export function looselyNamed(entry: string): string | undefined {
  return loosely.get(/^[a-z_]*/i.exec(entry)?.[0].toLowerCase() ?? '');
}

/** Splits `mcp__server__tool` or `mcp_server_tool`, the two notations in use; `*` or no tool means all tools of a server. */
function findServer(name: string): { server: string; tool: string } | undefined {
  const [, server, tool = '*'] =
    /^mcp__(.+?)(?:__(.+))?$/s.exec(name) ??
    /^mcp_([^_].*)_(\*)$/s.exec(name) ??
    /^mcp_([^_]+)_(.+)$/s.exec(name) ??
    [];
  return server === undefined ? undefined : { server, tool };
}

function meaningAtServer(
  { server, tool }: { server: string; tool: string },
  pattern: string | undefined,
): ToolMeaning {
  if (!serverNameSchema.safeParse(server).success)
    return { kind: 'none', why: `"${server}" is not a valid name of an MCP server` };
  if (!/^([^\s*]+\*?|\*)$/.test(tool)) return { kind: 'none', why: `"${tool}" is not a valid tool name` };
  return { kind: 'tools', names: [`mcp.${server}.${tool}`], pattern };
}

/** Reads a foreign list of tools: `Read, Bash(git log:*, git diff:*)`, or an array of strings. Undefined for any other value. */
export function collectEntries(written: unknown): string[] | undefined {
  if (Array.isArray(written))
    return written.every((entry) => typeof entry === 'string') ? written.flatMap(splitAtCommas) : undefined;
  return typeof written === 'string' ? splitAtCommas(written) : undefined;
}

/**
 * Splits at commas outside of parentheses. If parentheses are unbalanced it splits at every comma, so that no denied tool is
 * hidden.
 */
function splitAtCommas(text: string): string[] {
  const entries = [''];
  let depth = 0;
  for (const character of text) {
    // Parentheses belong to a name: without a name they would hide the names inside.
    const isPattern = (entries.at(-1) ?? '').trim() !== '';
    if (character === '(') depth = isPattern ? depth + 1 : -1;
    if (character === ')') depth -= 1;
    if (depth < 0) break;
    if (character === ',' && depth === 0) entries.push('');
    else entries[entries.length - 1] += character;
  }
  const split = depth === 0 ? entries : text.split(',');
  return split.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
