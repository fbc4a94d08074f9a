import type { RoutedAgent } from '@agent-home/agent-runtime';
import { describeProblem, isError, teamworkSchema } from '@agent-home/agent-runtime/definition';
import {
  checkAgent,
  findAgent,
  type LoadedAgent,
  type LoadedDefinitions,
} from '@agent-home/runtime-node/definitions';

/** An agent that prompts might be sent to, were it sound. */
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
 * Agents that prompts are sent to: those with triggers, of which nothing is wrong, and before which no other of their name
 * stands. Their files are read, and nothing of them is executed.
 */
export function routableAgents(loaded: LoadedDefinitions): RoutableAgents {
  const found: RoutableAgents = { agents: [], refused: [] };
  for (const agent of loaded.agents) {
    const { name, origin, draft } = agent;
    const { triggers = [] } = teamworkSchema.safeParse(draft?.teamwork ?? {}).data ?? {};
    // A project’s that is refused stands before a global one all the same (S3-202).
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
