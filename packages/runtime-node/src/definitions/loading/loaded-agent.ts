import type {
  AgentDefinition,
  DefinitionOrigin,
  PolicySpec,
  Problem,
  ToolSpec,
} from '@agent-home/agent-runtime/definition';

/** A spec and its source. */
export interface LoadedSpec<S> {
  path: string;
  scope: DefinitionOrigin['scope'];
  /** Name of the file, even if the definition is rejected. */
  name: string;
  spec: S | undefined;
  /** Content of a registered spec. */
  content?: Uint8Array;
  problems: Problem[];
}

/** Agent's file or folder. A refused one is still listed: its name is taken, and its problems are reported. */
export interface LoadedAgent {
  /** Name of its file. */
  name: string;
  origin: DefinitionOrigin;
  /** Content of an agent without a file. */
  content?: Uint8Array;
  /** Undefined if the definition was rejected. */
  definition: AgentDefinition | undefined;
  /** Readable part of the definition, even if it was refused; for display, never for running. */
  draft: AgentDefinition | undefined;
  problems: Problem[];
  tools: LoadedSpec<ToolSpec>[];
  policies: LoadedSpec<PolicySpec>[];
}
