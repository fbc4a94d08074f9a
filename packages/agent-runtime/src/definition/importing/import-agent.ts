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
import { importTools } from './import-tools.ts';
import { opencodeTools } from './opencode-tools.ts';
import { getOrigin, type Origin } from './origin.ts';
import { type ForeignFile, isAgentsMd, readForeign } from './read-foreign.ts';

export interface ImportedAgent {
  from: Origin;
  definition: AgentDefinition;
  /** Text of the converted file. */
  text: string;
  report: ImportReport;
}

export interface ImportOptions {
  /** Path as shown to the user; its last part is the name if the file has none. */
  file: string;
  /** Names of models in the settings. */
  models: Iterable<string>;
  owner?: string;
  /** Name of the agent, in place of the one in the file or the file name. */
  name?: string;
}

/**
 * Converts an agent of another command line, with a report on each part.
 * @throws DefinitionError if the file is not such an agent, or no valid agent results
 */
export function importAgent(
  content: Uint8Array | string,
  { file, models, owner, name: wanted }: ImportOptions,
): ImportedAgent {
  const foreign = readForeign(file, content);
  refuseOthers(foreign);
  const from = getOrigin(file, foreign.members);
  const report = emptyReport();
  if (foreign.isMended) report.look.push('the front matter is not YAML and was read line by line');
  const name = importName(foreign, { file, wanted }, report);
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
  reportRest(foreign.members, report);
  reportPrompt(foreign.prompt, report);
  const text = `---\n${writeSpec(matter, 'yaml')}---\n\n${foreign.prompt}\n`;
  const options = { file, ...(owner === undefined ? {} : { owner }) };
  return { from, definition: atSource(foreign, () => decodeMarkdown(text, options)), text, report };
}

/** Our members, each with the members of the imported file that it is made from; the first existing one is used. */
const sources: Readonly<Record<string, readonly string[]>> = {
  title: ['title', 'display_name', 'name'],
  limits: ['maxTurns', 'max_turns', 'timeout_mins', 'steps', 'maxSteps'],
  mcp: ['mcpServers', 'mcp_servers', 'mcp-servers'],
};

/** Maps problems of the converted agent to their positions in the source file. */
function atSource<Made>({ document, members, bodyLine }: ForeignFile, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const [first, ...others] = error.problems.map((problem) => {
      if (problem.code === 'empty_body') return { ...problem, line: bodyLine, column: 1 };
      const name = String(problem.path[0] ?? '');
      const source = [name, ...(sources[name] ?? [])].find((each) => Object.hasOwn(members, each));
      return document.problem(problem.code, source === undefined ? [] : [source], problem.message);
    });
    throw first ? new DefinitionError([first, ...others]) : error;
  }
}

function refuseOthers({ document, members }: ForeignFile): void {
  const { kind } = members;
  if (kind === undefined || kind === 'local') return;
  const why =
    kind === 'agent'
      ? 'the file is already an agent of Agent Home: copy it to agents/'
      : kind === 'remote'
        ? 'the agent runs elsewhere and has no prompt to import'
        : 'the kind of agent is not supported';
  throw new DefinitionError([document.problem('unknown_kind', ['kind'], why)]);
}

function importName(
  { document, members }: ForeignFile,
  { file, wanted }: { file: string; wanted: string | undefined },
  report: ImportReport,
): string {
  const ofFile = nameOfFile(file);
  const written =
    typeof members.name === 'string' && members.name.trim() !== '' ? members.name.trim() : ofFile;
  const name = wanted ?? mendName(written) ?? mendName(ofFile);
  if (name === undefined)
    throw new DefinitionError([
      {
        ...document.problem('invalid_value', ['name'], `"${written}" cannot be converted to a name`),
        remedy: 'pass --name NAME',
      },
    ]);
  if (members.name === name) report.taken.push(`name ${name}`);
  else report.changed.push(`name ${written} → ${name}`);
  return name;
}

/** Returns the name of a file. `docs/AGENTS.md` is named after its folder. */
function nameOfFile(file: string): string {
  const steps = file.split(/[/\\]/).filter((step) => step !== '' && step !== '.');
  const last = steps.at(-1) ?? '';
  return isAgentsMd(last) ? (steps.at(-2) ?? 'project') : last.replace(/(\.(agent|chatmode))?\.md$/i, '');
}

function toolMembers(from: Origin, members: JsonObject, report: ImportReport): JsonObject {
  const named = members.mcpServers ?? members.mcp_servers ?? members['mcp-servers'];
  const written = from === 'opencode' ? opencodeTools(members, report) : undefined;
  const { allow, deny, servers } = importTools(
    from,
    {
      tools: written ? written.tools : members.tools,
      denied: written ? written.denied : members.disallowedTools,
      servers: serversNamed(named, report),
      plansOnly: members.permissionMode === 'plan',
    },
    report,
  );
  const { permissionMode } = members;
  if (permissionMode !== undefined && permissionMode !== 'plan')
    report.left.push(`permissionMode ${asText(permissionMode)}: approvals are set by the operator`);
  return {
    tools: { allow, ...(deny.length > 0 ? { deny } : {}) },
    ...(servers.length > 0 ? { mcp: { servers } } : {}),
  };
}

function reportRest(members: JsonObject, report: ImportReport): void {
  for (const [name, value] of Object.entries(members))
    if (!handledMembers.has(name)) whyLeft(name, value, report);
}

function reportPrompt(prompt: string, report: ImportReport): void {
  report.taken.push(`prompt, ${prompt.length} characters`);
  const hidden = revealCharacters(prompt).filter((piece) => 'hidden' in piece).length;
  if (hidden > 0) report.look.push(`invisible characters in the prompt: ${hidden}`);
}
