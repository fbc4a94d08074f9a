import type { JsonObject } from '@agent-home/protocol';
import type { ToolDescription } from '../ports/tool-provider.ts';

/** A handoff as a definition says it (S3-83). */
export interface Handoff {
  to: string;
  when?: string | undefined;
  payload?: { schema: JsonObject } | undefined;
}

/** What the tool of a handoff is called (S3-84). */
export function handoffTool(to: string): string {
  return `handoff_to_${to}`;
}

/** What a payload is where the definition does not say (S3-85). */
const usualPayload: JsonObject = {
  type: 'object',
  properties: {
    reason: { type: 'string', description: 'Why the task is handed over.' },
    context: { type: 'object', description: 'All that the other agent has to know: it sees nothing else.' },
  },
  required: ['reason'],
  additionalProperties: false,
};

/** A handoff as a tool: it changes nothing in the world, so that nobody has to be asked for leave. */
export function describeHandoff({ to, when, payload }: Handoff): ToolDescription {
  const condition = when === undefined ? '' : ` It is possible only while this holds: ${when}`;
  return {
    name: handoffTool(to),
    source: 'native',
    description: `Hands the task to the agent ${to}, which goes on with it and answers instead of you. It is told what you pass here, and nothing else.${condition}`,
    parameters: payload?.schema ?? usualPayload,
    ...{ aliases: [], risk: 'safe', sideEffects: false, idempotent: true, prepares: false, timeoutMs: 5_000 },
  };
}
