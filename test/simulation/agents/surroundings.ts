import type { AgentClient } from './agent-client.ts';
import type { Playground } from './playground.ts';

export interface Surroundings {
  client: AgentClient;
  playground: Playground;
  seed: number;
  hostile: boolean;
  /** Where the store pushes events to. */
  eventUrl: string;
}
