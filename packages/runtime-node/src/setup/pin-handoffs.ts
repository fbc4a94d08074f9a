import { type AgentDefinition, teamworkSchema } from '@agent-home/definition';
import type { PinnedHandoff } from '@agent-home/run-log';
import { describeHandoff, handoffTool, type ToolDescription } from '@agent-home/runtime';

/** The handoffs of a definition, each with the tool by which it is made (S3-84). */
export function pinHandoffs({
  teamwork,
}: Pick<AgentDefinition, 'teamwork'>): { pinned: PinnedHandoff; description: ToolDescription }[] {
  return (teamworkSchema.parse(teamwork).handoffs ?? []).map((handoff) => ({
    pinned: {
      to: handoff.to,
      tool: handoffTool(handoff.to),
      ...(handoff.when === undefined ? {} : { when: handoff.when }),
    },
    description: describeHandoff(handoff),
  }));
}
