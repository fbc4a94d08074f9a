import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** The side and round of the speaker; of other entries the round that they led to. */
export const readLine: ReadLine<State> = ({ message, before, after }) => {
  if (!message) return { round: after.round_no, phase: after.phase };
  const side = before.speaker_side === null ? {} : { side: before.speaker_side };
  return { ...side, round: before.round_no, phase: before.phase };
};
