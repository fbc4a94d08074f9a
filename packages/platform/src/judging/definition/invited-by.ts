import type { JsonObject } from '@agent-home/protocol';

/** Returns the agents that a proposal names as its allowlist. The mode has checked that they are a list of ids. */
export function invitedBy({ allowlist_agent_ids: ids }: JsonObject): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
