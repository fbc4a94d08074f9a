import type { AgentHome } from '@agent-home/sdk';
import type { Pace } from './pace.ts';
import type { Playbill } from './playbill.ts';
import type { Voice } from './voice.ts';

/** Dependencies of a resident. */
export interface ResidentSurroundings {
  home: AgentHome;
  /** Ids of all agents of the house; the other ones are visitors. */
  housemates: readonly string[];
  playbill: Playbill;
  pace: Pace;
  voice: Voice;
  /** Aborts when the resident must stop. */
  signal: AbortSignal;
}
