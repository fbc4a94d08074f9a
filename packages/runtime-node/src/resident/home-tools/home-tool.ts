import type { ToolDescription } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';

/** Returns a tool description with the members that all tools of a home share. */
export function homeTool(
  name: string,
  description: string,
  parameters: JsonObject,
  traits: Pick<ToolDescription, 'risk' | 'sideEffects' | 'idempotent' | 'prepares'>,
): ToolDescription {
  return {
    name,
    source: 'home',
    description,
    parameters: { type: 'object', additionalProperties: false, ...parameters },
    aliases: [],
    timeoutMs: 60_000,
    ...traits,
  };
}
