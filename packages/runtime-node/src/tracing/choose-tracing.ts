import { type AgentTracing, type Settings, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { JsonValue } from '@agent-home/protocol';

/** What is told of a run, to whom, and of how many of them (S3-112). */
export type TracingChoice = AgentTracing & { backend: Settings['agents']['tracing']['backend'] };

/**
 * What a definition says of its tracing, over what holds here; without a word of its own everything is traced where the settings
 * want that.
 * @param isTraced `observability.trace` of the definition: false switches tracing off
 * @param teamwork of a definition, or of the definition that a run has pinned
 */
export function chooseTracing(
  { backend, enabled }: Settings['agents']['tracing'],
  teamwork: JsonValue | undefined,
  isTraced = true,
): TracingChoice {
  const own = teamworkSchema.parse(teamwork ?? {}).tracing;
  if (own) return { ...own, enabled: own.enabled && isTraced, backend: own.backend ?? backend };
  return {
    enabled: enabled && isTraced,
    backend,
    events: ['llm', 'tool', 'handoff', 'guardrail'],
    sample_rate: 1,
  };
}
