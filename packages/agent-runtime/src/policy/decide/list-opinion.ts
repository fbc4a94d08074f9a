import { matchesList, type NameTable } from '../../definition/index.ts';
import type { Opinion } from './strongest.ts';

/** An agent's own lists. `deny` is checked first (S3-51), and an empty `allow` allows nothing (S3-205). */
export interface AgentLists {
  allow?: readonly string[] | undefined;
  deny: readonly string[];
}

/**
 * Compares the tools that names mean, never spellings, so that no other case, alias, or MCP tool of the same name bypasses a deny
 * (S3-206).
 */
export function listOpinion({ allow, deny }: AgentLists, names: NameTable, tool: string): Opinion {
  const denied = deny.findIndex((entry) => matchesList(names, [entry], tool, 'deny'));
  if (denied >= 0)
    return {
      rule: { layer: 'definition', rule: `tools.deny[${denied}]`, effect: 'deny' },
      code: 'tool_denied',
    };
  if (allow === undefined) return { rule: { layer: 'definition', rule: 'tools', effect: 'allow' } };
  const allowed = allow.findIndex((entry) => matchesList(names, [entry], tool, 'allow'));
  if (allowed >= 0)
    return { rule: { layer: 'definition', rule: `tools.allow[${allowed}]`, effect: 'allow' } };
  return {
    rule: { layer: 'definition', rule: 'tools.allow', effect: 'deny' },
    code: 'tool_not_allowed',
  };
}
