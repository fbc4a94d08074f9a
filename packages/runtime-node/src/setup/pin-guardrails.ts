import { type AgentDefinition, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { PinnedGuardrail, RunStarted } from '@agent-home/agent-runtime/run-log';
import { asJson, type JsonObject } from '@agent-home/protocol';

/** Returns the guardrails of an agent in the order of its definition; empty if it has none. */
export function pinnedGuardrails({ teamwork }: AgentDefinition): Pick<RunStarted, 'guardrails'> {
  const { guardrails = [] } = teamworkSchema.parse(teamwork);
  if (guardrails.length === 0) return {};
  return {
    guardrails: guardrails.map(
      ({ name, policy, schema, on, parallel, tools }): PinnedGuardrail => ({
        name,
        policy,
        ...(schema === undefined ? { validator: 'custom' } : { schema: asJson(schema) as JsonObject }),
        ...(on === undefined || on === 'output' ? {} : { on }),
        ...(parallel ? { parallel, streams: true } : {}),
        ...(tools === undefined ? {} : { tools }),
      }),
    ),
  };
}
