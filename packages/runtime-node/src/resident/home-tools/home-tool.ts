import type { ToolDescription } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';

/** What all tools of a home have in common. */
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
