import {
  combineSettings,
  DefinitionError,
  decodeMarkdown,
  decodeSettings,
  explainProblem,
  nativeTools,
  type Problem,
  type SettingsFile,
  teamworkSchema,
} from '@agent-home/agent-runtime/definition';
import { sha256HexOfText } from '@agent-home/protocol';
import { checkConditions } from '@agent-home/runtime-node/definitions';
import { AgentError } from './agent-error.ts';
import type { AgentOptions, HandoffOptions } from './agent-options.ts';
import { type AgentSource, getSource, type NamedAgent } from './agent-source.ts';
import { agentsOfGraph, describeGraph } from './graph.ts';
import { InlineSecrets } from './inline-secrets.ts';
import { describeMemory, memorySettings } from './memory.ts';
import { loadProject } from './open-file.ts';
import { OwnTools } from './tool.ts';

/**
 * Reads the options of an agent without a file.
 * @param project real path
 * @throws AgentError `invalid_agent`, `invalid_tool`, `invalid_settings`
 */
export function readInline(options: AgentOptions, project: string): AgentSource {
  const { name, tools = [], subagents = [], handoffs = [], graph } = options;
  const text = toMarkdown(options);
  const definition = checked(() => decodeMarkdown(text, { file: `agent ${name}` }));
  const { systemPrompt } = definition;
  if (systemPrompt === undefined)
    throw new AgentError('invalid_agent', `agent ${name} has no instructions: set a text`);
  requireConditions(definition);
  return {
    definition,
    definitionSha256: sha256HexOfText(text),
    systemPrompt,
    project,
    tools: new OwnTools(tools.filter((each) => typeof each !== 'string')),
    nativeTools: requireNative(tools.filter((each) => typeof each === 'string')),
    subagents: subagents.map((agent) => {
      const { name, title, description } = getSource(agent).definition;
      return { agent: name, description: description === '' ? title : description };
    }),
    others: [
      ...subagents,
      ...handoffs.map((each) => toHandoff(each).agent),
      ...(graph ? agentsOfGraph(graph) : []),
    ],
    ...readSettings(options, project),
  };
}

/** Returns the agent as a file. JSON is YAML, so an inline agent is decoded by the codec of agent files. */
function toMarkdown({
  name,
  instructions,
  model,
  tools = [],
  description = '',
  subagents = [],
  handoffs = [],
  graph,
  memory = false,
  sessionKeys = [],
  limits = {},
}: AgentOptions): string {
  const native = tools.some((each) => typeof each === 'string');
  const members = {
    kind: 'agent',
    name,
    title: name,
    ...(description === '' ? {} : { description }),
    ...(model === undefined
      ? {}
      : { model: typeof model === 'string' ? model : { name: model.model, params: model.params ?? {} } }),
    ...(native
      ? { tools: { allow: tools.map((each) => (typeof each === 'string' ? each : each.name)) } }
      : {}),
    limits,
    ...(subagents.length === 0 ? {} : { subagents: subagents.map(getName) }),
    ...(handoffs.length === 0 ? {} : { handoffs: handoffs.map(describeHandoff) }),
    ...(graph ? { type: 'workflow', graph: describeGraph(graph, getName) } : {}),
    ...describeMemory(memory, sessionKeys),
  };
  return `---\n${JSON.stringify(members, undefined, 1)}\n---\n${instructions}\n`;
}

function toHandoff(each: NamedAgent | HandoffOptions): HandoffOptions {
  return 'agent' in each ? each : { agent: each };
}

function describeHandoff(each: NamedAgent | HandoffOptions) {
  const { agent, ...terms } = toHandoff(each);
  return { to: getName(agent), ...terms };
}

/** @throws AgentError `invalid_agent` */
function getName(agent: NamedAgent): string {
  return getSource(agent).definition.name;
}

/** @throws AgentError `invalid_tool` */
function requireNative(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !nativeTools.some((tool) => tool.name === name));
  if (unknown === undefined) return names;
  throw new AgentError(
    'invalid_tool',
    `${JSON.stringify(unknown)} is not a built-in tool: use one of ${nativeTools.map(({ name }) => name).join(', ')}, or tool()`,
  );
}

/** @throws AgentError `invalid_agent` for a condition that cannot be evaluated */
function requireConditions({ name, type, teamwork }: AgentSource['definition']): void {
  const report = (code: Problem['code'], member: (string | number)[], message: string): Problem[] => [
    { code, message, file: `agent ${name}`, line: 1, column: 1, path: member },
  ];
  const [first] = checkConditions(type, teamworkSchema.parse(teamwork), report);
  if (first)
    throw new AgentError('invalid_agent', `agent ${name}: ${first.path.join('.')}: ${first.message}`);
}

/** Returns the settings of an inline model alone, or those of the project with what the options add. */
function readSettings(
  { model, memory = false }: AgentOptions,
  project: string,
): Pick<AgentSource, 'settings' | 'environment' | 'loaded'> {
  const secrets = new InlineSecrets();
  const { models, ...more } = memorySettings(memory, secrets);
  const own: SettingsFile = {
    ...more,
    models: { ...models, ...(typeof model === 'object' ? secrets.modelEntry(model) : {}) },
  };
  const file = { ...own, vault: secrets.vault };
  const decoded = checked(() => combineSettings(decodeSettings(JSON.stringify(file))));
  const environment = secrets.environment();
  if (typeof model === 'object') return { settings: decoded, environment };
  const loaded = loadProject(project);
  const settings = {
    ...loaded.settings,
    models: { ...loaded.settings.models, ...decoded.models },
    vault: { ...loaded.settings.vault, ...decoded.vault },
    memory: { ...loaded.settings.memory, ...decoded.memory },
  };
  return { settings, environment, loaded };
}

/** Converts the problems of an inline definition into an AgentError. */
function checked<Result>(decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const [first, ...more] = error.problems;
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    throw new AgentError('invalid_agent', `${explainProblem(first)}${others}`, { cause: error });
  }
}
