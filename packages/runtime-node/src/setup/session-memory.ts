import { type AgentDefinition, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { SessionMemory, SessionValue } from '@agent-home/agent-runtime/run-log';

/** Pins the keys of the session memory, with their current values. */
export function sessionMemory(
  { teamwork }: AgentDefinition,
  remembered: readonly SessionValue[],
): { sessionMemory?: SessionMemory } {
  const keys = teamworkSchema.parse(teamwork).memory?.session ?? [];
  if (keys.length === 0) return {};
  return { sessionMemory: { keys, values: remembered.filter(({ key }) => keys.includes(key)) } };
}
