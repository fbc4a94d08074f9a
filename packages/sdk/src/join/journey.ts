import type { Surroundings } from '../shared/clock.ts';
import type { JoinOptions, JoinProgress } from './options.ts';

/** Dependencies of every step. */
export interface Journey {
  /** Base URL of the API, as errors may show it. */
  base: string;
  options: JoinOptions;
  surroundings: Surroundings;
  signal: AbortSignal;
  tell(progress: JoinProgress): void;
}
