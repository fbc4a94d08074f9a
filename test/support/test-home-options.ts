import type { EmulatorFaults } from '@agent-home/oss-emulator';
import type { Between } from './settings-through.ts';

export interface TestHomeOptions {
  /** Port for a store that needs its event target before it starts. Default: any free one. */
  apiPort?: number;
  environment?: Record<string, string>;
  /** True if the emulator pushes events. Default true. */
  events?: boolean;
  /** True if a worker runs from the start. Default true. */
  worker?: boolean;
  /** Faults of the store. */
  faults?: EmulatorFaults;
  /** Gets every line that the platform's processes log. */
  logTo?: { write(line: string): void };
  /** Proxies between the platform and PostgreSQL or the store. Agents reach the store directly. */
  between?: Between;
  /** Maximum AssumeRole calls per second at the emulator. */
  assumeRolePerSecond?: number;
}
