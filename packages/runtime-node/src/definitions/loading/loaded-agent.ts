import type {
  AgentDefinition,
  DefinitionOrigin,
  PolicySpec,
  Problem,
  ToolSpec,
} from '@agent-home/agent-runtime/definition';

/** A spec and where it was read. */
export interface LoadedSpec<S> {
  path: string;
  scope: DefinitionOrigin['scope'];
  /** By its file’s name, which also stands for one that was refused. */
  name: string;
  spec: S | undefined;
  problems: Problem[];
}

/** An agent’s file or folder. One that was refused is still there: its name is taken, and its reasons are told. */
export interface LoadedAgent {
  /** By its file’s name. */
  name: string;
  origin: DefinitionOrigin;
  /** Bytes of an agent that lies in no file. */
  content?: Uint8Array;
  /** Undefined where it was refused. */
  definition: AgentDefinition | undefined;
  /** What could be read of it, also where it was refused; for looking at, never for running. */
  draft: AgentDefinition | undefined;
  problems: Problem[];
  tools: LoadedSpec<ToolSpec>[];
  policies: LoadedSpec<PolicySpec>[];
}
