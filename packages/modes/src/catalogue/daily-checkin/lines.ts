import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** The day that a check-in counts for. */
export const readLine: ReadLine<State> = ({ context }) => {
  const day = context.facts?.local_day?.date;
  return day === undefined ? {} : { day };
};
