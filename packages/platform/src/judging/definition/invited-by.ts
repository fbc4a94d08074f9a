import type { JsonObject } from '@agent-home/protocol';

/** Whom a proposed container would be for by name, as far as the mode has read the proposal. */
export function invitedBy({ allowlist_agent_ids: ids }: JsonObject): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
