import { type JsonObject, revealCharacters } from '@agent-home/protocol';
import type { AgentDefinition } from '../definition/agent-definition.ts';
import { writeSpec } from '../document/write-spec.ts';
import { decodeMarkdown } from '../markdown/decode-markdown.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { handledMembers, serversNamed, whyLeft } from './foreign-members.ts';
import {
  asText,
  importColor,
  importDescription,
  importLimits,
  importModel,
  importTitle,
} from './import-members.ts';
import { mendName } from './import-name.ts';
import { emptyReport, type ImportReport } from './import-report.ts';
import { importTools, type Origin } from './import-tools.ts';
import { type ForeignFile, readForeign } from './read-foreign.ts';

export interface ImportedAgent {
  from: Origin;
  definition: AgentDefinition;
  /** The file that says it here. */
  text: string;
  report: ImportReport;
}

export interface ImportOptions {
  /** As it is told; its end gives a name where the file has none. */
  file: string;
  /** Names of models in the settings. */
  models: Iterable<string>;
  owner?: string;
}

/**
 * An agent of another command line as one of ours, with a report of what became of each part.
 * @throws DefinitionError where the file is no such agent, or nothing sound can be made of it
 */
export function importAgent(
  content: Uint8Array | string,
  { file, models, owner }: ImportOptions,
): ImportedAgent {
  const foreign = readForeign(file, content);
  refuseOthers(foreign);
  const from = originOf(file, foreign.members);
  const report = emptyReport();
  if (foreign.isMended) report.look.push('the front matter is no YAML; it was read line by line');
  const name = importName(foreign, file, report);
  const matter = {
    kind: 'agent',
    name,
    ...importTitle(foreign.members, name, report),
    ...importDescription(foreign.members.description, report),
    ...importModel(foreign.members, new Set(models), report),
    ...importColor(foreign.members.color, report),
    ...toolMembers(from, foreign.members, report),
    ...importLimits(foreign.members, report),
  };
  tellRest(foreign.members, report);
  tellPrompt(foreign.prompt, report);
  const text = `---\n${writeSpec(matter, 'yaml')}---\n\n${foreign.prompt}\n`;
  const options = { file, ...(owner === undefined ? {} : { owner }) };
  return { from, definition: decodeMarkdown(text, options), text, report };
}

function refuseOthers({ document, members }: ForeignFile): void {
  const { kind } = members;
  if (kind === undefined || kind === 'local') return;
  const why =
    kind === 'agent'
      ? 'this is an agent of ours already: it goes into agents/ as it is'
      : kind === 'remote'
        ? 'an agent that is somewhere else has no prompt of its own to bring along'
        : 'neither an agent of Claude Code nor of Gemini CLI is of this kind';
  throw new DefinitionError([document.problem('unknown_kind', ['kind'], why)]);
}

/** By where the file lies, else by what only the one of them says. */
function originOf(file: string, members: JsonObject): Origin {
  if (/(^|[/\\])\.claude[/\\]/.test(file)) return 'claude-code';
  if (/(^|[/\\])\.gemini[/\\]/.test(file)) return 'gemini-cli';
  const ofGemini = ['kind', 'display_name', 'temperature', 'max_turns', 'timeout_mins', 'mcp_servers'];
  return ofGemini.some((name) => Object.hasOwn(members, name)) ? 'gemini-cli' : 'claude-code';
}

function importName({ document, members }: ForeignFile, file: string, report: ImportReport): string {
  const ofFile = file.replace(/^.*[/\\]/, '').replace(/\.md$/i, '');
  const written =
    typeof members.name === 'string' && members.name.trim() !== '' ? members.name.trim() : ofFile;
  const name = mendName(written);
  if (name === undefined)
    throw new DefinitionError([
      document.problem('invalid_value', ['name'], `no name can be made of "${written}"`),
    ]);
  if (members.name === name) report.taken.push(`name ${name}`);
  else report.changed.push(`name ${written} → ${name}`);
  return name;
}

function toolMembers(from: Origin, members: JsonObject, report: ImportReport): JsonObject {
  const { allow, deny, servers } = importTools(
    from,
    {
      tools: members.tools,
      denied: members.disallowedTools,
      servers: serversNamed(members.mcpServers ?? members.mcp_servers, report),
      plansOnly: members.permissionMode === 'plan',
    },
    report,
  );
  const { permissionMode } = members;
  if (permissionMode !== undefined && permissionMode !== 'plan')
    report.left.push(
      `permissionMode ${asText(permissionMode)}: what needs no question is the operator’s to say (approvals)`,
    );
  return {
    tools: { allow, ...(deny.length > 0 ? { deny } : {}) },
    ...(servers.length > 0 ? { mcp: { servers } } : {}),
  };
}

function tellRest(members: JsonObject, report: ImportReport): void {
  for (const [name, value] of Object.entries(members))
    if (!handledMembers.has(name)) whyLeft(name, value, report);
}

function tellPrompt(prompt: string, report: ImportReport): void {
  report.taken.push(`prompt, ${prompt.length} characters`);
  const hidden = revealCharacters(prompt).filter((piece) => 'hidden' in piece).length;
  if (hidden > 0)
    report.look.push(`characters of the prompt that are not seen, or change how others are: ${hidden}`);
}
