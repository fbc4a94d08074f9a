import type { AgentClient } from './agent-client.ts';
import type { Attention } from './attention.ts';
import type { Playground } from './playground.ts';

export interface LifeSurroundings {
  client: AgentClient;
  attention: Attention;
  playground: Playground;
  seed: number;
  hostile: boolean;
  /** URL that the store pushes events to. */
  eventUrl: string;
}
