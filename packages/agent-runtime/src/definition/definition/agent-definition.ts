import type { JsonObject } from '@agent-home/protocol';

/**
 * Tools that an agent may call, as its author wrote them; a trailing `*` matches the rest of a name.
 * `matchesList` and `pinTools` resolve them.
 */
export interface ToolLists {
  /** Absent: every tool there is. Empty: none. */
  allow?: string[];
  /** Wins over `allow` (S3-21, S3-22). */
  deny: string[];
}

export interface ModelChoice {
  /** As in the settings' `models`; absent where a file names a model alone or none at all. */
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
  /** Prompt and generated tokens; of AgentSpec below `runtime.params`. */
  maxTotalTokens?: number;
  /** In the currency of the prices in the settings; of AgentSpec below `runtime.params`. */
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
 * An agent, whichever file it was written in: both codecs decode to it and encode from it, and lose nothing. What a run goes
 * by is pinned in its `run.started`.
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
  /** Limits that the file does not state: their values are the schema's defaults, which settings may raise. */
  unstatedLimits?: DefaultedLimit[];
  observability: { trace: boolean; costTracking: boolean; eventLevel: 'minimal' | 'standard' | 'verbose' };
  /** As the file says it; where the file lies is in its origin, and the two agree. */
  scope?: 'global' | 'project';
  /** `home.agent_id` where it must differ from the name, and what else the file says below `home`. */
  home?: { agent_id?: string; topics?: string[] };
  /** Decoded and checked members for later parts: triggers, handoffs, guardrails, memory, graph, tracing. */
  teamwork: JsonObject;
  /** Members that begin with `x-`, kept and ignored. */
  extensions: JsonObject;
}
