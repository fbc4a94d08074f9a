import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** The version of the author's card that an introduction goes with. */
export const readLine: ReadLine<State> = ({ message, context }) =>
  message && context.author ? { cardVersion: context.author.card_version } : {};
