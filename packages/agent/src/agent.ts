import { existsSync, realpathSync } from 'node:fs';
import {
  type AgentDefinition,
  combineSettings,
  DefinitionError,
  decodeMarkdown,
  decodeSettings,
  explainProblem,
  type Settings,
} from '@agent-home/agent-runtime/definition';
import type { Limits } from '@agent-home/agent-runtime/policy';
import { sha256HexOfText } from '@agent-home/protocol';
import type { LoadedDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentError } from './agent-error.ts';
import { type AgentFile, loadProject, openFile } from './open-file.ts';
import { OwnTools, type Tool } from './tool.ts';

/** Model with its address, as an entry of `models` in the settings. */
export interface ModelOptions {
  /** Protocol of the address. */
  provider: 'openai' | 'openai-compatible' | 'emulator';
  /** The provider's name of the model. */
  model: string;
  /** Base of the API with `/v1`. The provider `openai` has a default. */
  url?: string;
  /** API key. It is sent to the address only, and removed from logs, results and errors. */
  key?: string;
  /** Parameters of each request, such as `temperature`. */
  params?: Record<string, string | number | boolean>;
  /** Tokens; default 32,768. */
  contextWindow?: number;
  /** Maximum number of tokens in one response. */
  maxOutputTokens?: number;
  /** Price of a million tokens, for `maxCost` and the cost in results. */
  price?: { input: number; output: number };
}

/** Definition of an agent without a file. */
export interface AgentOptions {
  /** 3 to 63 characters of a-z, 0-9 and -, beginning with a letter. */
  name: string;
  /** System prompt. */
  instructions: string;
  /** Model with its address, or the key of a model in the settings of the user and of a trusted project. */
  model: ModelOptions | string;
  tools?: readonly Tool[];
  /** Purpose, in a line or two: other agents choose this one by it. */
  description?: string;
  /** Agents that this one may give tasks to; their answers come back to it. */
  subagents?: readonly Agent[];
  /** Agents that this one may hand its task over to; they answer in its place. */
  handoffs?: readonly Agent[];
  /** Limits of each run; defaults as in an agent's file. */
  limits?: Limits;
  /** Folder of the project, which determines the place of the logs. Default: the working directory. */
  project?: string;
}

/** Options for opening an agent's file. */
export interface FileOptions {
  /** Tools of this process, in addition to those of the file. */
  tools?: readonly Tool[];
  /** Folder with `agents/`. Default: the working directory. */
  project?: string;
}

/** Everything that a run needs to know about its agent. */
export interface AgentSource {
  definition: AgentDefinition;
  definitionSha256: string;
  systemPrompt: string;
  settings: Settings;
  project: string;
  tools: OwnTools;
  /** Agents that it may give tasks to. */
  subagents: readonly Agent[];
  /** Agents that it may hand over to. */
  handoffs: readonly Agent[];
  /** Copy of the environment, with the inline key of the model. */
  environment: NodeJS.ProcessEnv;
  /** Definitions around the settings; absent for an inline model. */
  loaded?: LoadedDefinitions;
  /** Absent for an agent without a file. */
  file?: AgentFile;
}

const sources = new WeakMap<Agent, AgentSource>();
/** Number of inline keys so far: each has its own entry of the vault, so that agents with different keys can work in one run. */
let keys = 0;

/** Agent that `run` runs. */
export class Agent {
  /**
   * Creates an agent without a file, with the checks of an agent's file. An inline model reads no settings.
   * @throws AgentError `invalid_agent`, `invalid_tool`, `invalid_settings`
   */
  constructor(options: AgentOptions) {
    sources.set(this, readInline(options));
  }

  /**
   * Opens an agent's file with the settings, policies and checks of `agent-home agents run`. Later changes of the files affect only
   * agents that are opened after them.
   * @throws AgentError `agent_not_runnable`, `project_not_trusted`, `invalid_settings`, `not_supported`
   */
  static fromFile(path: string, { tools = [], project: folder }: FileOptions = {}): Agent {
    const project = findProject(folder);
    const opened = openFile(path, project);
    const agent: Agent = Object.create(Agent.prototype);
    sources.set(agent, {
      ...opened,
      ...fromLoaded(opened.loaded),
      project,
      tools: new OwnTools(tools),
      subagents: [],
      handoffs: [],
    });
    return agent;
  }

  get name(): string {
    return getSource(this).definition.name;
  }
}

export function getSource(agent: Agent): AgentSource {
  const source = sources.get(agent);
  if (!source)
    throw new AgentError('invalid_agent', 'an agent was not created by new Agent or Agent.fromFile');
  return source;
}

function readInline(options: AgentOptions): AgentSource {
  const {
    name,
    instructions,
    model,
    tools = [],
    description = '',
    subagents = [],
    handoffs = [],
    limits = {},
    project: folder,
  } = options;
  const project = findProject(folder);
  const named =
    typeof model === 'string' ? { name: model } : { name: model.model, params: model.params ?? {} };
  // JSON is YAML, so an inline agent is decoded by the codec of agent files.
  const others = {
    ...(subagents.length === 0 ? {} : { subagents: subagents.map(getName) }),
    ...(handoffs.length === 0 ? {} : { handoffs: handoffs.map((agent) => ({ to: getName(agent) })) }),
  };
  const members = {
    kind: 'agent',
    name,
    title: name,
    ...(description === '' ? {} : { description }),
    model: named,
    limits,
    ...others,
  };
  const front = JSON.stringify(members, undefined, 1);
  const text = `---\n${front}\n---\n${instructions}\n`;
  const definition = checked(() => decodeMarkdown(text, { file: `agent ${name}` }));
  const { systemPrompt } = definition;
  if (systemPrompt === undefined)
    throw new AgentError('invalid_agent', `agent ${name} has no instructions: set a text`);
  return {
    definition,
    definitionSha256: sha256HexOfText(text),
    systemPrompt,
    project,
    tools: new OwnTools(tools),
    subagents: [...subagents],
    handoffs: [...handoffs],
    ...(typeof model === 'string' ? fromLoaded(loadProject(project)) : toSettings(model)),
  };
}

/** @throws AgentError `invalid_agent` */
function getName(agent: Agent): string {
  return getSource(agent).definition.name;
}

function fromLoaded(loaded: LoadedDefinitions): Pick<AgentSource, 'settings' | 'environment' | 'loaded'> {
  return { settings: loaded.settings, environment: { ...process.env }, loaded };
}

/** Returns the settings of an inline model. The vault reads its key, so that logs and errors are searched for it. */
function toSettings({
  model,
  params: _,
  key,
  ...entry
}: ModelOptions): Pick<AgentSource, 'settings' | 'environment'> {
  if (key !== undefined) keys += 1;
  const keyName = `model-key-${keys}`;
  /** Variable of the copied environment from which the vault reads the key. */
  const variable = `INLINE_MODEL_KEY_${keys}`;
  const file =
    key === undefined
      ? { models: { [model]: entry } }
      : {
          models: { [model]: { ...entry, key: `vault://${keyName}` } },
          vault: { [keyName]: { env: variable } },
        };
  return {
    settings: checked(() => combineSettings(decodeSettings(JSON.stringify(file)))),
    environment: { ...process.env, ...(key === undefined ? {} : { [variable]: key }) },
  };
}

/** @throws AgentError `invalid_agent` if the folder does not exist */
function findProject(project = process.cwd()): string {
  if (existsSync(project)) return realpathSync(project);
  throw new AgentError('invalid_agent', `the project folder ${project} does not exist: check project`);
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
