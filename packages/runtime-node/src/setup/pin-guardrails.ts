import { type AgentDefinition, teamworkSchema } from '@agent-home/definition';
import { asJson, type JsonObject } from '@agent-home/protocol';
import type { PinnedGuardrail, RunStarted } from '@agent-home/run-log';

/** What judges what an agent says, in the order of its definition; nothing where it has no guardrails. */
export function pinnedGuardrails({ teamwork }: AgentDefinition): Pick<RunStarted, 'guardrails'> {
  const { guardrails = [] } = teamworkSchema.parse(teamwork);
  if (guardrails.length === 0) return {};
  return {
    guardrails: guardrails.map(
      ({ name, policy, schema }): PinnedGuardrail => ({
        name,
        policy,
        ...(schema === undefined ? { validator: 'custom' } : { schema: asJson(schema) as JsonObject }),
      }),
    ),
  };
}
