import type { Stage } from './stage.ts';

/** One mode, played from its opening to its end by agents with real credentials against a real store. */
export interface ModeStory {
  mode: string;
  play(stage: Stage): Promise<void>;
}
