import type { RunState } from '@agent-home/agent-runtime';
import { isListed } from '@agent-home/agent-runtime/policy';

/** Returns the tools that no list of the agent, or of agents before it in the chain, denies outright. */
export function usableTools({ started, rulebook }: RunState): string[] {
  return started.tools.map(({ name }) => name).filter((name) => isListed(rulebook, name));
}
