import type { MemoryStore, ToolProvider } from '@agent-home/agent-runtime';
import type { RunSetup } from './run-setup.ts';

/** Agent with its order, tools and memory. */
export interface TeamMember {
  order: RunSetup;
  /** For duplicate tool names the first provider wins. */
  providers: readonly ToolProvider[];
  memory: MemoryStore | undefined;
}

/** Other agents that may join runs here: targets of handoffs, and nodes of a graph. */
export interface Team {
  /**
   * Returns the settings of an agent for a session.
   * @throws an error whose `code` and message explain why it cannot join; the requesting agent reads them
   */
  member(agent: string, sessionId: string): Promise<TeamMember>;
}
