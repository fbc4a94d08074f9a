/** A case in plain values. The oracle and the code get the same case and share no code. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export interface JsonMembers {
  [key: string]: Json;
}

export const risks = ['safe', 'low', 'medium', 'high', 'critical'] as const;
export type Risk = (typeof risks)[number];
export type Action = 'tool.call' | 'model.use' | 'data.read' | 'data.write';

export interface CaseTool {
  /** Canonical. */
  name: string;
  aliases: string[];
  risk: Risk;
  sideEffects: boolean;
  dataScope?: JsonMembers;
}

export interface CaseRule {
  effect: 'allow' | 'deny';
  action: Action;
  selector: { agent?: string; tool?: string; modelProvider?: string };
  conditions: {
    when?: string;
    timeWindow?: { days?: string[]; hours?: { from: string; to: string }; timeZone: string };
    notBefore?: string;
    notAfter?: string;
    approval?: 'required' | 'optional';
  };
}

/** Rules of a run. */
export interface House {
  tools: CaseTool[];
  /** Configured MCP servers; those without a tool are unavailable. */
  servers: string[];
  lists: { allow?: string[]; deny: string[] };
  policies: { name: string; rules: CaseRule[] }[];
  operator: { autoApprove: string[]; unlocked: string[] };
  maxToolCalls: number;
  /** Policies of a home for the identity of the run. */
  bound?: {
    agentId: string;
    policies: House['policies'];
    isStale: boolean;
  };
}

export interface Question {
  /** Tool name as the model wrote it; undefined for the use of the model itself. */
  requested: string | undefined;
  arguments: JsonMembers;
  agent: string;
  agentId: string;
  provider: string;
  tainted: boolean;
  origin: string;
  session: JsonMembers;
  /** RFC 3339, or unparsable text. */
  time: string;
  callsMade: number;
}

export interface Verdict {
  /** `no_tool` if the name denotes no tool, or more than one. */
  effect: 'allow' | 'confirm' | 'deny' | 'no_tool';
  /** Layer and rule of each source of the decision, policies by name, sorted. */
  by: string[];
  /** Rules of policies with a condition that could not be judged, sorted. */
  unjudged: string[];
}
