import type { RoutedAgent } from '@agent-home/agent-runtime';
import { describeProblem, isError, teamworkSchema } from '@agent-home/agent-runtime/definition';
import {
  checkAgent,
  findAgent,
  type LoadedAgent,
  type LoadedDefinitions,
} from '@agent-home/runtime-node/definitions';

/** An invalid agent that prompts might be routed to if it were valid. */
export interface RefusedAgent {
  name: string;
  file: string;
  reason: string;
}

export interface RoutableAgents {
  agents: RoutedAgent[];
  refused: RefusedAgent[];
}

/**
 * Returns the agents that prompts are routed to: valid, with triggers, and not shadowed by another agent of the same name. Their
 * files are read, not executed.
 */
export function routableAgents(loaded: LoadedDefinitions): RoutableAgents {
  const found: RoutableAgents = { agents: [], refused: [] };
  for (const agent of loaded.agents) {
    const { name, origin, draft } = agent;
    const { triggers = [] } = teamworkSchema.safeParse(draft?.teamwork ?? {}).data ?? {};
    // A rejected project agent still shadows a global one (S3-202).
    if (findAgent(loaded, name) !== agent) continue;
    // An unreadable file could have any trigger.
    if (draft && triggers.length === 0) continue;
    const reason = whyRefused(agent, loaded);
    if (reason === undefined) found.agents.push({ name, file: origin.path, triggers });
    else found.refused.push({ name, file: origin.path, reason });
  }
  return found;
}

function whyRefused(agent: LoadedAgent, loaded: LoadedDefinitions): string | undefined {
  const [problem] = checkAgent(agent, loaded).filter(isError);
  if (problem) return describeProblem(problem);
  return agent.definition ? undefined : 'unknown reason';
}
