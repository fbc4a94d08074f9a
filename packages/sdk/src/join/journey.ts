import type { Surroundings } from '../shared/clock.ts';
import type { JoinOptions, JoinProgress } from './options.ts';

/** What every step has at hand. */
export interface Journey {
  /** Where the API is, as errors may show it. */
  base: string;
  options: JoinOptions;
  surroundings: Surroundings;
  signal: AbortSignal;
  tell(progress: JoinProgress): void;
}
