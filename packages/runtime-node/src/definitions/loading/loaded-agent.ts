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
  /** Name of its file, also for a refused one. */
  name: string;
  spec: S | undefined;
  problems: Problem[];
}

/** Agent's file or folder. A refused one is still listed: its name is taken, and its problems are reported. */
export interface LoadedAgent {
  /** Name of its file. */
  name: string;
  origin: DefinitionOrigin;
  /** Bytes of an agent that lies in no file. */
  content?: Uint8Array;
  /** Undefined where it was refused. */
  definition: AgentDefinition | undefined;
  /** Readable part of the definition, even if it was refused; for display, never for running. */
  draft: AgentDefinition | undefined;
  problems: Problem[];
  tools: LoadedSpec<ToolSpec>[];
  policies: LoadedSpec<PolicySpec>[];
}
