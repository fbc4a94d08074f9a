import type { JsonObject } from '@agent-home/protocol';

/**
 * Tools that an agent may call, as its author wrote them; a trailing `*` matches the rest of a name.
 * `matchesList` and `pinTools` resolve them.
 */
export interface ToolLists {
  /** Absent: every tool. Empty: no tool. */
  allow?: string[];
  /** Wins over `allow` (S3-21, S3-22). */
  deny: string[];
}

export interface ModelChoice {
  /** Key in the settings' `models`; absent if a file names only a model, or none. */
  provider?: string;
  /** Absent: the settings' default. */
  name?: string;
  params: JsonObject;
}

export interface AgentLimits {
  /** Tokens that the agent generates in a run (ADR 0038). */
  maxTokens: number;
  maxToolCalls: number;
  timeoutMs: number;
  /** Limit of prompt and generated tokens; stored below `runtime.params` in an AgentSpec. */
  maxTotalTokens?: number;
  /** In the currency of the settings' prices; stored below `runtime.params` in an AgentSpec. */
  maxCost?: number;
}

export const defaultedLimits = ['maxTokens', 'maxToolCalls', 'timeoutMs'] as const;
/** Members of the limits, in the order in which a definition is written. */
export const limitNames = ['maxTokens', 'maxTotalTokens', 'maxToolCalls', 'timeoutMs', 'maxCost'] as const;
export type DefaultedLimit = (typeof defaultedLimits)[number];

/** Source of a definition. */
export interface DefinitionOrigin {
  path: string;
  scope: 'project' | 'global';
  codec: 'markdown' | 'agent-spec';
  /** sha256 of the file's bytes, in hexadecimal. */
  sha256: string;
}

/**
 * Definition of an agent, independent of its file format: both codecs decode to it and encode from it without loss. Runs use the
 * copy that is pinned in their `run.started`.
 */
export interface AgentDefinition {
  name: string;
  title: string;
  description: string;
  version: string;
  owner: string;
  labels: Record<string, string>;
  type: 'conversational' | 'workflow' | 'batch';
  runtime: { selector: string; params: JsonObject };
  model: ModelChoice;
  /** The prompt's text, once it was found; a `promptRef` into a home is resolved by the resident. */
  systemPrompt: string | undefined;
  /** `prompt://<name>/v<version>` for a body of its own. */
  promptRef: string;
  tools: ToolLists;
  mcpServers: string[];
  capabilities: string[];
  policiesRef: string[];
  limits: AgentLimits;
  /** Limits that the file does not set. They have the schema's defaults, which settings may raise. */
  unstatedLimits?: DefaultedLimit[];
  observability: { trace: boolean; costTracking: boolean; eventLevel: 'minimal' | 'standard' | 'verbose' };
  /** Scope that the file names. It must match the scope of the file's location, which is in the origin. */
  scope?: 'global' | 'project';
  /** `home.agent_id` if it differs from the name, and other members below `home`. */
  home?: { agent_id?: string; topics?: string[] };
  /** Decoded and checked members for later parts: triggers, handoffs, subagents, guardrails, memory, graph, tracing. */
  teamwork: JsonObject;
  /** Members that begin with `x-`, kept and ignored. */
  extensions: JsonObject;
}
