import { nearestName } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { findAgent, type LoadedAgent, type LoadedDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import type { Scope } from './agent-answers.ts';

/**
 * Returns the agent with a name, broken or not: the one of `scope`, or else the one that would run.
 * @throws AgentCommandError `agent_not_found`
 */
export function chooseAgent(loaded: LoadedDefinitions, name: string, scope: Scope | undefined): LoadedAgent {
  const agents = loaded.agents.filter(({ origin }) => scope === undefined || origin.scope === scope);
  const found = findAgent({ agents }, name);
  if (found) return found;
  const nearest = nearestName(
    name,
    agents.map((agent) => agent.name),
  );
  const hint = nearest === undefined ? '' : `; did you mean ${shownText(nearest)}?`;
  const where = scope === undefined ? '' : ` in the scope ${scope}`;
  throw new AgentCommandError('agent_not_found', `Agent not found: ${shownText(name)}${where}${hint}`);
}
