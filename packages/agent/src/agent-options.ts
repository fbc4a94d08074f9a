import type { Limits } from '@agent-home/agent-runtime/policy';
import type { NamedAgent } from './agent-source.ts';
import type { GraphOptions } from './graph.ts';
import type { MemoryOptions } from './memory.ts';
import type { ModelOptions } from './model-options.ts';
import type { Tool } from './tool.ts';

/** Handoff to an agent. */
export interface HandoffOptions {
  agent: NamedAgent;
  /**
   * Earlier messages that the agent gets before the payload: `none` (default), `last` for the last message of the user, `texts` for the
   * texts of user and agent, or `all` with calls and results.
   */
  filter?: 'none' | 'last' | 'texts' | 'all';
  /** Condition under which the handoff is possible, such as `task.status == 'found'`. */
  when?: string;
}

/** Definition of an agent without a file. */
export interface AgentOptions {
  /** 3 to 63 characters of a-z, 0-9 and -, beginning with a letter. */
  name: string;
  /** System prompt. */
  instructions: string;
  /**
   * Model with its address, or the key of a model in the settings of the user and of a trusted project. Default: the model that those
   * settings choose.
   */
  model?: ModelOptions | string;
  /** Tools of the program, and names of built-in ones such as `read_file`, which work in the project. Default: none. */
  tools?: readonly (Tool | string)[];
  /** Purpose, in a line or two: other agents choose this one by it. */
  description?: string;
  /** Agents that this one may give tasks to; their answers come back to it. */
  subagents?: readonly NamedAgent[];
  /** Agents that this one may hand its task over to; they answer in its place. */
  handoffs?: readonly (NamedAgent | HandoffOptions)[];
  /** Agents as the nodes of a graph. The agent is then a workflow, and its own model is not called. */
  graph?: GraphOptions;
  /** Memory that lasts beyond a session; `true` for the default store. */
  memory?: boolean | MemoryOptions;
  /** Names of values that the agent keeps from run to run of a session. */
  sessionKeys?: readonly string[];
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
