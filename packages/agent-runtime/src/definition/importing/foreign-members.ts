import type { JsonValue } from '@agent-home/protocol';
import { serverNameSchema } from '../definition/fields.ts';
import type { ImportReport } from './import-report.ts';

/** Members that are converted; all others are reported as left out. */
export const handledMembers: ReadonlySet<string> = new Set([
  ...['kind', 'name', 'title', 'display_name', 'description', 'model', 'color', 'tools', 'disallowedTools'],
  ...['mode', 'permission', 'disable', 'hidden', 'steps', 'maxSteps', 'mcp-servers', 'target'],
  ...['permissionMode', 'mcpServers', 'mcp_servers', 'maxTurns', 'max_turns', 'timeout_mins', 'temperature'],
]);

/** Reasons why a member has no counterpart, and alternatives for the author. */
const reasons = new Map([
  ['hooks', 'hooks are not supported'],
  ['skills', 'skills are read from agents/skills by skills_list and skills_read'],
  ['policy', 'policies are separate files (policiesRef)'],
  ['memory', 'memory is configured by memory.long_term'],
  ['effort', 'model parameters belong to model.params'],
  ['top_p', 'model parameters belong to model.params'],
  ['handoffs', 'handoffs have to name agents of this project'],
]);
/** Returns true if one of the other programs has a member of this name. */
export function isForeignMember(name: string): boolean {
  return handledMembers.has(name) || reasons.has(name) || others.has(name);
}

const others = new Set([
  'background',
  'isolation',
  'initialPrompt',
  'version',
  'agent_card_url',
  'auth',
  'argument-hint',
  'infer',
  'user-invocable',
]);

/** Members that narrow an agent's rights: leaving them out would widen its rights. */
const narrowing = new Set(['hooks', 'policy']);

export function whyLeft(name: string, value: JsonValue, report: ImportReport): void {
  report.left.push(`${name}: ${reasons.get(name) ?? 'not supported'}`);
  if (narrowing.has(name) && value !== null)
    report.look.push(`${name} may have denied tools that are now allowed`);
}

/**
 * Returns the MCP servers that a file names. Their commands and addresses are not imported, because servers are started only from
 * settings, which the user trusts.
 */
export function serversNamed(written: JsonValue | undefined, report: ImportReport): string[] {
  if (written === undefined || written === null) return [];
  const entries =
    typeof written === 'string' ? written.split(',') : Array.isArray(written) ? written : [written];
  const names = entries.flatMap((entry) => {
    if (typeof entry === 'string') return [entry.trim()];
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    for (const name of Object.keys(entry))
      report.left.push(`start of the MCP server ${name}: configure it in mcpServers of the settings`);
    return Object.keys(entry);
  });
  return [...new Set(names)].filter((name) => {
    const isName = serverNameSchema.safeParse(name).success;
    if (!isName && name !== '') report.left.push(`MCP server ${name}: the name is not valid`);
    return isName;
  });
}
