import type { JsonValue } from '@agent-home/protocol';
import { collectEntries, looselyNamed, meaningOfTool } from './foreign-tools.ts';
import type { ImportReport } from './import-report.ts';
import type { Origin } from './origin.ts';

/** Tools that a file grants and denies, collected from all its members. */
export interface ForeignTools {
  /** Undefined: the member is absent, which means every tool in both programs. */
  tools: JsonValue | undefined;
  denied: JsonValue | undefined;
  /** Servers that the file names in addition. */
  servers: string[];
  /** True for an agent that only plans, so that write tools are denied. */
  plansOnly: boolean;
}

export interface ImportedTools {
  allow: string[];
  deny: string[];
  servers: string[];
}

/** Tools with a counterpart that the other program gives every agent; fewer than all tools here. */
const everything: Record<Origin, readonly string[]> = {
  'claude-code': [
    'read_file',
    'grep',
    'glob',
    'write_file',
    'edit_file',
    'bash',
    'bash_output',
    'bash_stop',
    'todo_write',
  ],
  'gemini-cli': [
    'read_file',
    'read_many_files',
    'grep',
    'glob',
    'write_file',
    'edit_file',
    'bash',
    'todo_write',
  ],
  copilot: ['read_file', 'grep', 'glob', 'write_file', 'edit_file', 'bash'],
  opencode: ['read_file', 'grep', 'glob', 'write_file', 'edit_file', 'bash'],
  // Instructions for several programs name no tools; all of those programs can read files.
  'agents-md': ['read_file', 'grep', 'glob'],
};

/**
 * Returns the tool lists of an imported agent. The allow list is always explicit and holds only tools that its file names. An
 * allowed entry without a counterpart is dropped, and a deny without an exact equivalent denies more.
 */
export function importTools(from: Origin, foreign: ForeignTools, report: ImportReport): ImportedTools {
  const denied = importDenies(from, foreign, report);
  const allowed = importAllows(from, foreign, report);
  const allow = [...new Set(allowed)].filter((name) => !denied.includes(name));
  if (allow.length === 0 && foreign.tools !== undefined)
    report.look.push('the agent has no tools: none of the named tools exists');
  const named = allow.flatMap((name) => /^mcp\.([^.]+)\./.exec(name)?.[1] ?? []);
  const servers = [...new Set([...foreign.servers, ...named])];
  for (const server of foreign.servers)
    if (!named.includes(server)) report.look.push(`no tool of the MCP server ${server} is allowed`);
  if (servers.length > 0)
    report.look.push(`configure the MCP servers in mcpServers of the settings: ${servers.join(', ')}`);
  if (allow.includes('bash'))
    report.look.push('bash runs any command; each call needs an approval unless the settings allow it');
  return { allow, deny: [...new Set(denied)], servers };
}

function importAllows(from: Origin, { tools, servers }: ForeignTools, report: ImportReport): string[] {
  const all = () => [...everything[from], ...servers.map((server) => `mcp.${server}.*`)];
  if (tools === undefined) {
    report.changed.push(`no tools named, which means all: ${all().join(', ')}`);
    return all();
  }
  const entries = collectEntries(tools);
  if (!entries) {
    report.left.push('tools: not a string or a list of strings, so the agent has no tools');
    return [];
  }
  if (entries.length === 0) report.changed.push('tools is empty: the agent has none');
  return entries.flatMap((entry) => {
    const meaning = meaningOfTool(entry, from);
    if (meaning.kind === 'none') {
      report.left.push(`tool ${entry}: ${meaning.why}`);
      return [];
    }
    if (meaning.kind === 'all') {
      report.changed.push(`tool *, which means all: ${all().join(', ')}`);
      return all();
    }
    tell(entry, meaning.names, report);
    if (meaning.pattern !== undefined)
      report.look.push(
        `${entry}: patterns are not supported, so ${meaning.names.join(', ')} is allowed with any arguments`,
      );
    return [...meaning.names];
  });
}

function importDenies(from: Origin, { denied, plansOnly }: ForeignTools, report: ImportReport): string[] {
  const planning = plansOnly
    ? ['write_file', 'edit_file', 'apply_patch', 'delete_file', 'bash', 'git_commit']
    : [];
  if (plansOnly) report.changed.push(`permissionMode plan: ${planning.join(', ')} are denied`);
  if (denied === undefined) return planning;
  const entries = collectEntries(denied);
  if (!entries) {
    report.look.push('disallowedTools: not a string or a list of strings, so every tool is denied');
    return [...planning, '*'];
  }
  const named = entries.flatMap((entry) => splitUnknown(from, entry));
  return [...planning, ...named.flatMap((entry) => getDeny(from, entry, report))];
}

/** Reads a denied entry name by name if its parentheses follow no tool: they may hide names, as in `!(, Read, )`. */
function splitUnknown(from: Origin, entry: string): string[] {
  const isUnknown = entry.includes('(') && meaningOfTool(entry, from).kind === 'none';
  return isUnknown ? entry.split(',').flatMap((part) => part.trim() || []) : [entry];
}

function getDeny(from: Origin, entry: string, report: ImportReport): string[] {
  const meaning = meaningOfTool(entry, from);
  if (meaning.kind === 'all') return ['*'];
  if (meaning.kind === 'none') {
    // The denied server tools cannot be identified, so all of them are denied.
    if (entry.startsWith('mcp_')) {
      report.changed.push(`denied ${entry}: no exact equivalent, so every MCP tool is denied`);
      return ['mcp.*'];
    }
    const near = looselyNamed(entry);
    if (near === undefined) report.left.push(`denied ${entry}: ${meaning.why}`);
    else report.changed.push(`denied ${entry}: no such tool exists, so ${near} is denied`);
    return near === undefined ? [] : [near];
  }
  const { names, pattern } = meaning;
  if (pattern === undefined) tell(`denied ${entry}`, names, report);
  else report.changed.push(`denied ${entry}: patterns are not supported, so ${names.join(', ')} is denied`);
  return [...names];
}

function tell(entry: string, names: readonly string[], report: ImportReport): void {
  if (entry === names.join()) report.taken.push(`tool ${entry}`);
  else report.changed.push(`tool ${entry} → ${names.join(', ')}`);
}
