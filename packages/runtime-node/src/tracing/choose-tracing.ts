import { type AgentTracing, type Settings, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { JsonValue } from '@agent-home/protocol';

/** Tracing of a run: its exported parts, their destination and the sampled share (S3-112). */
export type TracingChoice = AgentTracing & {
  backend: Settings['agents']['tracing']['backend'];
  /** True if exported spans have messages, arguments and results. Only settings can set it. */
  contents: boolean;
};

/**
 * Combines a definition's tracing with the settings. A definition without a choice is traced fully if the settings enable tracing.
 * @param isTraced `observability.trace` of the definition: false disables tracing
 * @param teamwork members of a definition, or of the definition that a run has pinned
 */
export function chooseTracing(
  { backend, enabled, contents = false }: Settings['agents']['tracing'],
  teamwork: JsonValue | undefined,
  isTraced = true,
): TracingChoice {
  const own = teamworkSchema.parse(teamwork ?? {}).tracing;
  // Contents are for the destination of the settings; a definition may choose another one.
  if (own) {
    const chosen = own.backend ?? backend;
    return {
      ...own,
      enabled: own.enabled && isTraced,
      backend: chosen,
      contents: contents && chosen === backend,
    };
  }
  return {
    enabled: enabled && isTraced,
    backend,
    contents,
    events: ['llm', 'tool', 'handoff', 'guardrail'],
    sample_rate: 1,
  };
}
