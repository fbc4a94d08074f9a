import type { JsonValue } from '@agent-home/protocol';
import { entriesOf, looselyNamed, meaningOfTool } from './foreign-tools.ts';
import type { ImportReport } from './import-report.ts';
import type { Origin } from './origin.ts';

/** Tools that a file grants and denies, collected from all its members. */
export interface ForeignTools {
  /** Undefined: there is no such member, which means every tool to both programs. */
  tools: JsonValue | undefined;
  denied: JsonValue | undefined;
  /** Servers the file names besides. */
  servers: string[];
  /** An agent that plans changes nothing. */
  plansOnly: boolean;
}

export interface ImportedTools {
  allow: string[];
  deny: string[];
  servers: string[];
}

/** Every tool that an agent of theirs has and that has a counterpart: never all that are here. */
const everything: Record<Origin, readonly string[]> = {
  'claude-code': ['read_file', 'grep', 'glob', 'write_file', 'edit_file', 'bash'],
  'gemini-cli': ['read_file', 'read_many_files', 'grep', 'glob', 'write_file', 'edit_file', 'bash'],
  copilot: ['read_file', 'grep', 'glob', 'write_file', 'edit_file', 'bash'],
  opencode: ['read_file', 'grep', 'glob', 'write_file', 'edit_file', 'bash'],
  // Instructions for whichever program reads them name no tools: reading is what all of them can.
  'agents-md': ['read_file', 'grep', 'glob'],
};

/**
 * The lists of an imported agent. What it may do is always written out, and it is nothing that its file did not name: an entry
 * without a counterpart is left out of the allows, and a deny that cannot be said exactly denies more.
 */
export function importTools(from: Origin, foreign: ForeignTools, report: ImportReport): ImportedTools {
  const denied = importDenies(from, foreign, report);
  const allowed = importAllows(from, foreign, report);
  const allow = [...new Set(allowed)].filter((name) => !denied.includes(name));
  if (allow.length === 0 && foreign.tools !== undefined)
    report.look.push('the agent has no tool at all: nothing that its file names has a counterpart here');
  const named = allow.flatMap((name) => /^mcp\.([^.]+)\./.exec(name)?.[1] ?? []);
  const servers = [...new Set([...foreign.servers, ...named])];
  for (const server of foreign.servers)
    if (!named.includes(server))
      report.look.push(`none of the tools of the MCP server ${server} is on the list`);
  if (servers.length > 0)
    report.look.push(`MCP servers are in the settings (mcpServers), not in the file: ${servers.join(', ')}`);
  if (allow.includes('bash'))
    report.look.push('bash runs any command; each asks a person unless the settings say otherwise');
  return { allow, deny: [...new Set(denied)], servers };
}

function importAllows(from: Origin, { tools, servers }: ForeignTools, report: ImportReport): string[] {
  const all = () => [...everything[from], ...servers.map((server) => `mcp.${server}.*`)];
  if (tools === undefined) {
    report.changed.push(`no tools named, which means all there: ${all().join(', ')}`);
    return all();
  }
  const entries = entriesOf(tools);
  if (!entries) {
    report.left.push('tools: neither a text nor a list of texts, so that the agent has none');
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
      report.changed.push(`tool *, which means all there: ${all().join(', ')}`);
      return all();
    }
    tell(entry, meaning.names, report);
    if (meaning.pattern !== undefined)
      report.look.push(
        `${entry}: the pattern has no counterpart, ${meaning.names.join(', ')} is allowed whatever its arguments`,
      );
    return [...meaning.names];
  });
}

function importDenies(from: Origin, { denied, plansOnly }: ForeignTools, report: ImportReport): string[] {
  const planning = plansOnly ? ['write_file', 'edit_file', 'delete_file', 'bash', 'git_commit'] : [];
  if (plansOnly) report.changed.push(`permissionMode plan: ${planning.join(', ')} are denied`);
  if (denied === undefined) return planning;
  const entries = entriesOf(denied);
  if (!entries) {
    report.look.push('disallowedTools: neither a text nor a list of texts, so that every tool is denied');
    return [...planning, '*'];
  }
  return [...planning, ...entries.flatMap((entry) => denyOf(from, entry, report))];
}

function denyOf(from: Origin, entry: string, report: ImportReport): string[] {
  const meaning = meaningOfTool(entry, from);
  if (meaning.kind === 'all') return ['*'];
  if (meaning.kind === 'none') {
    // The server tools it reached are unknown: none may be reached that it did.
    if (entry.startsWith('mcp_')) {
      report.changed.push(`denied ${entry}: cannot be said exactly, so that every MCP tool is`);
      return ['mcp.*'];
    }
    const near = looselyNamed(entry);
    if (near === undefined) report.left.push(`denied ${entry}: ${meaning.why}`);
    else report.changed.push(`denied ${entry}: there is no such tool, ${near} is denied`);
    return near === undefined ? [] : [near];
  }
  const { names, pattern } = meaning;
  if (pattern === undefined) tell(`denied ${entry}`, names, report);
  else report.changed.push(`denied ${entry}: a pattern cannot be denied, so that ${names.join(', ')} is`);
  return [...names];
}

function tell(entry: string, names: readonly string[], report: ImportReport): void {
  if (entry === names.join()) report.taken.push(`tool ${entry}`);
  else report.changed.push(`tool ${entry} → ${names.join(', ')}`);
}
