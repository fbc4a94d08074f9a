import { nearestName, titleOfName } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import type { AgentAnswers, Scope } from './agent-answers.ts';
import { askExtended } from './ask-extended.ts';
import { askTicks, askUntil, type Person } from './person.ts';
import { type Read, readName, readOptional } from './read-answers.ts';

/** Possible answers. */
export interface AgentChoices {
  /** Name of the agent, if already given. */
  name: string | undefined;
  /** Returns the file that already uses a name in a scope. */
  taken(name: string, scope: Scope): string | undefined;
  models: readonly string[];
  defaultModel: string | undefined;
  defaultScope: Scope;
  tools: readonly string[];
  servers: readonly string[];
  extended: boolean;
}

/** Preselected tools: those that only read, and the shell, whose commands need approval (S3-35). */
const usual = new Set(['read_file', 'read_many_files', 'grep', 'glob', 'bash']);

/** Asks the user for the properties of an agent, in the order of S3-35. */
export async function askAgent(person: Person, choices: AgentChoices): Promise<AgentAnswers> {
  const name =
    choices.name ?? (await askUntil(person, 'Name (kebab-case, as bug-hunter): ', nameIn(choices)));
  const title = await askUntil(person, `Title [${titleOfName(name)}]: `, readOptional);
  const description = await askUntil(person, 'Description, in one line (Enter for none): ', readOptional);
  const model = await askModel(person, choices);
  const scope = await askUntil(
    person,
    `Scope, project or global [${choices.defaultScope}]: `,
    scopeFor(name, choices),
  );
  const tools = await askTicks(
    person,
    'Allowed tools:',
    choices.tools.map((tool) => ({ name: tool, ticked: usual.has(tool) })),
  );
  const servers = await askServers(person, choices.servers);
  const extended = choices.extended ? await askExtended(person, name) : undefined;
  return { name, scope, title, description, model, tools, servers, extended };
}

function nameIn(choices: AgentChoices): (line: string) => Read<string> {
  return (line) => {
    const read = readName(line);
    const isTaken = (['project', 'global'] as const).every(
      (scope) => choices.taken(line, scope) !== undefined,
    );
    return 'value' in read && isTaken
      ? { problem: `an agent ${line} exists in both scopes: use another name` }
      : read;
  };
}

function scopeFor(name: string, { defaultScope, taken }: AgentChoices): (line: string) => Read<Scope> {
  return (line) => {
    const scope = (line === '' ? defaultScope : line.toLowerCase()) as Scope;
    if (scope !== 'project' && scope !== 'global') return { problem: 'write project or global' };
    const file = taken(name, scope);
    return file === undefined
      ? { value: scope }
      : { problem: `the agent exists already: ${shownText(file)}` };
  };
}

function askModel(person: Person, { models, defaultModel }: AgentChoices): Promise<string | undefined> {
  const known = models.length > 0 ? `, of ${models.map((model) => shownText(model)).join(', ')}` : '';
  const otherwise = defaultModel === undefined ? 'the settings’' : shownText(defaultModel);
  return askUntil(person, `Model${known} [default: ${otherwise}]: `, (line) => {
    if (line === '' || line === 'default') return { value: undefined };
    if (models.length === 0 || models.includes(line)) return { value: line };
    const nearest = nearestName(line, models);
    const hint = nearest === undefined ? '' : `; did you mean ${shownText(nearest)}?`;
    return { problem: `the settings have no model of this name${hint}` };
  });
}

async function askServers(person: Person, servers: readonly string[]): Promise<string[] | undefined> {
  if (servers.length === 0) {
    person.say('No MCP servers are configured (mcpServers in the settings).');
    return undefined;
  }
  const ticks = servers.map((name) => ({ name, ticked: false }));
  const chosen = await askTicks(person, 'Allowed MCP servers, with all their tools:', ticks);
  return chosen.length === 0 ? undefined : chosen;
}
