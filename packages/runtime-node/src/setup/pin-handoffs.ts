import { describeHandoff, handoffTool, type ToolDescription } from '@agent-home/agent-runtime';
import { type AgentDefinition, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { PinnedHandoff } from '@agent-home/agent-runtime/run-log';

/** Pins the handoffs of a definition, each with its tool (S3-84). */
export function pinHandoffs({
  teamwork,
}: Pick<AgentDefinition, 'teamwork'>): { pinned: PinnedHandoff; description: ToolDescription }[] {
  return (teamworkSchema.parse(teamwork).handoffs ?? []).map((handoff) => ({
    pinned: {
      to: handoff.to,
      tool: handoffTool(handoff.to),
      ...(handoff.when === undefined ? {} : { when: handoff.when }),
      ...(handoff.filter === undefined || handoff.filter === 'none' ? {} : { filter: handoff.filter }),
    },
    description: describeHandoff(handoff),
  }));
}
