import { type AgentDefinition, teamworkSchema } from '@agent-home/agent-runtime/definition';
import type { RunStarted } from '@agent-home/agent-runtime/run-log';

/** Maximum entries of one recall (S3-103). */
const recalledAtMost = 5;

/** Returns the memory settings of an agent's run; empty if its definition names no store. */
export function pinnedMemory({ teamwork }: AgentDefinition): Pick<RunStarted, 'memory'> {
  const longTerm = teamworkSchema.parse(teamwork).memory?.long_term;
  if (!longTerm) return {};
  const {
    backend,
    config: { scope = 'agent', limit = recalledAtMost, index_name, embedding_model },
  } = longTerm;
  return {
    memory: {
      backend,
      limit,
      scope,
      ...(index_name === undefined ? {} : { index_name }),
      ...(embedding_model === undefined ? {} : { embedding_model }),
    },
  };
}
