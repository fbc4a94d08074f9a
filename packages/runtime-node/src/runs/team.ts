import type { MemoryStore, ToolProvider } from '@agent-home/agent-runtime';
import type { RunOrder } from './run-order.ts';

/** An agent with all that it acts with. */
export interface TeamMember {
  order: RunOrder;
  /** The first of a name first. */
  providers: readonly ToolProvider[];
  memory: MemoryStore | undefined;
}

/** Who else may come into runs here: agents that others hand over to, or that stand in a graph. */
export interface Team {
  /**
   * What an agent goes by from now on in a session.
   * @throws an error whose `code` and message say why it cannot come: the agent that wanted it is told
   */
  member(agent: string, sessionId: string): Promise<TeamMember>;
}
