import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type AgentDefinition,
  type DefinitionOrigin,
  decodeAgentSpec,
  decodeMarkdown,
  explainForeign,
  type Problem,
  RefusedDefinition,
} from '@agent-home/agent-runtime/definition';
import { sha256Hex } from '@agent-home/protocol';
import { type FolderEntry, fileProblem, listFolder, readBoundedFile } from '../folder/read-folder.ts';
import { promptsIn } from './find-prompt.ts';
import type { LoadedAgent } from './loaded-agent.ts';
import { attempt } from './problems.ts';
import { readPolicySpecs, readToolSpecs } from './read-specs.ts';

export interface FolderOfAgents {
  path: string;
  scope: DefinitionOrigin['scope'];
  owner: string;
}

/** Folders next to the agents that hold other definitions. */
const otherFolders = new Set([
  'tools',
  'policies',
  'prompts',
  'registry',
  'skills',
  'templates',
  'contexts',
  'traces',
]);

/** Valid names of agents; an entry with another name does not reserve an agent's name. */
const nameOfAgent = /^[a-z][a-z0-9-]*$/;

/**
 * Reads every agent of a folder, valid or not: `NAME.md`, or `NAME/agent.yaml` with its other files. An unreadable entry, such as a
 * link, still reserves its name. `problems` are those of the whole folder, which is unknown then, and those of entries that are not
 * agents.
 */
export function readAgents(folder: FolderOfAgents): {
  agents: LoadedAgent[];
  problems: Problem[];
  isListed: boolean;
} {
  const { entries, strangers, problems } = listFolder(folder.path);
  const agents: LoadedAgent[] = [];
  for (const entry of entries) {
    if (entry.kind === 'file') {
      const name = /^(.+)\.md$/.exec(entry.name)?.[1];
      if (name !== undefined && name !== 'README') agents.push(readMarkdownAgent(folder, name));
    } else if (!otherFolders.has(entry.name)) agents.push(readFolderAgent(folder, entry.name));
  }
  const others: Problem[] = [];
  for (const { name: entry, problem } of strangers) {
    const name = entry.replace(/\.md$/, '');
    if (nameOfAgent.test(name)) agents.push(unreadAgent(folder, { entry, name }, [problem]));
    else others.push(problem);
  }
  refuseTwins(agents);
  return { agents, problems: [...problems, ...others], isListed: problems.length === 0 };
}

/**
 * Reads the agent of a file that a person names, at any place and through any link: `NAME.md`, the `agent.yaml`
 * of a folder NAME, or that folder.
 */
export function readAgentFile(path: string, from: Omit<FolderOfAgents, 'path'>): LoadedAgent {
  const file = realPath(resolve(path));
  const markdown = /^(.+)\.md$/.exec(basename(file))?.[1];
  if (markdown !== undefined) return readMarkdownAgent({ ...from, path: dirname(file) }, markdown);
  const folder = isAgentFile({ kind: 'file', name: basename(file) }) ? dirname(file) : file;
  return readFolderAgent({ ...from, path: dirname(folder) }, basename(folder));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function readMarkdownAgent({ path, scope, owner }: FolderOfAgents, name: string): LoadedAgent {
  const file = join(path, `${name}.md`);
  return readAgent({ file, name, scope, codec: 'markdown' }, (bytes) =>
    explainForeign({ file, content: bytes }, () =>
      decodeMarkdown(bytes, { file, owner, expected: { name, scope } }),
    ),
  );
}

/** Reads an agent's folder with its prompt, tools and policies. Any unreadable part refuses the agent. */
function readFolderAgent(folder: FolderOfAgents, entry: string): LoadedAgent {
  const path = join(folder.path, entry);
  const name = entry.replace(/\.md$/, '');
  const { entries, strangers, problems } = listFolder(path);
  const strange = [...problems, ...strangers.map(({ problem }) => problem)];
  const files = entries.filter((each) => isAgentFile(each)).map((each) => join(path, each.name));
  const [file, second] = files;
  if (file === undefined) {
    const missing = fileProblem('not_found', path, 'agent.yaml is missing in the folder of the agent');
    return unreadAgent(folder, { entry, name }, strange.length > 0 ? strange : [missing]);
  }
  const { scope, owner } = folder;
  const agent = readAgent({ file, name, scope, codec: 'agent-spec' }, (bytes) =>
    decodeAgentSpec(bytes, { file, owner, expected: { name, scope }, prompts: promptsIn(path) }),
  );
  if (second !== undefined)
    refuse(agent, 'ambiguous_file', `the folder has two agent files: remove this one or ${second}`);
  const tools = readToolSpecs({ path: join(path, 'tools'), scope });
  const policies = readPolicySpecs({ path: join(path, 'policies'), scope });
  const within = [
    ...strange,
    ...tools.problems,
    ...policies.problems,
    ...[...tools.specs, ...policies.specs].flatMap((spec) => spec.problems),
  ];
  // An unreadable tool or policy may be a restriction, so the agent does not run without it.
  if (within.length > 0) agent.definition = undefined;
  agent.problems.push(...within);
  return { ...agent, tools: tools.specs, policies: policies.specs };
}

/** Returns an agent that reserves its name but cannot be read. */
function unreadAgent(
  { path, scope }: FolderOfAgents,
  { entry, name }: { entry: string; name: string },
  problems: Problem[],
): LoadedAgent {
  const codec = entry.endsWith('.md') ? 'markdown' : 'agent-spec';
  const origin: DefinitionOrigin = { path: join(path, entry), scope, codec, sha256: '' };
  return { name, origin, definition: undefined, draft: undefined, problems, tools: [], policies: [] };
}

/** Returns true for the main file of an agent's folder. */
export function isAgentFile({ kind, name }: FolderEntry): boolean {
  return kind === 'file' && /^agent\.(ya?ml|json)$/.test(name);
}

interface AgentPlace {
  file: string;
  name: string;
  scope: DefinitionOrigin['scope'];
  codec: DefinitionOrigin['codec'];
}

function readAgent(
  { file, name, scope, codec }: AgentPlace,
  decode: (bytes: Uint8Array) => AgentDefinition,
): LoadedAgent {
  let sha256 = '';
  let draft: AgentDefinition | undefined;
  const { value, problems } = attempt(() => {
    const bytes = readBoundedFile(file);
    sha256 = sha256Hex(bytes);
    try {
      draft = decode(bytes);
      return draft;
    } catch (error) {
      if (error instanceof RefusedDefinition) draft = error.draft;
      throw error;
    }
  });
  const origin = { path: file, scope, codec, sha256 };
  return { name, origin, definition: value, draft, problems: [...problems], tools: [], policies: [] };
}

/** Rejects both of two files with one name in one scope. */
function refuseTwins(agents: LoadedAgent[]): void {
  for (const agent of agents) {
    const twin = agents.find((other) => other !== agent && other.name === agent.name);
    if (twin)
      refuse(
        agent,
        'duplicate_name',
        `the name "${agent.name}" is also used by ${twin.origin.path}: rename one agent`,
      );
  }
}

function refuse(agent: LoadedAgent, code: Problem['code'], message: string): void {
  agent.definition = undefined;
  agent.problems.push(fileProblem(code, agent.origin.path, message));
}
